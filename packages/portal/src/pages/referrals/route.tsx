import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { moderationStatuses, referralStatuses } from '@goodword/domain/referrals/account'
import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const referralsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals',
  validateSearch: searchOf({
    status: oneOf(referralStatuses),
    moderationStatus: oneOf(moderationStatuses),
    referringAccountId: text,
    referredAccountId: text,
    fraudRule: oneOf(fraudRuleNames),
    shadowFraudRule: oneOf(fraudRuleNames),
    sort: oneOf(['dateConverted']),
    ...listView,
  }),
  component: pageComponent(() => import('./referrals-page.tsx'), 'ReferralsPage'),
})

export const referralRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrals/$referralId',
  component: pageComponent(() => import('./referral-page.tsx'), 'ReferralPage'),
})
