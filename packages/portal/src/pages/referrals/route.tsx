import { moderationStatuses, referralStatuses } from '@goodword/domain/account'
import { fraudRuleNames } from '@goodword/domain/fraud'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const referralsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals',
  validateSearch: searchOf({
    status: oneOf(referralStatuses),
    moderationStatus: oneOf(moderationStatuses),
    referringAccountId: text,
    fraudRule: oneOf(fraudRuleNames),
    shadowFraudRule: oneOf(fraudRuleNames),
    order: oneOf(['OLDEST']),
  }),
  component: lazyRouteComponent(() => import('./referrals-page.tsx'), 'ReferralsPage'),
})

export const referralRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals/$referralId',
  component: lazyRouteComponent(() => import('./referral-page.tsx'), 'ReferralPage'),
})
