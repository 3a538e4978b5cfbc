import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'
import { periodNames } from './periods.ts'

export const reviewRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'review',
  validateSearch: searchOf({
    tab: oneOf(['unconfirmed', 'rules']),
    period: oneOf(periodNames),
    fraudRule: oneOf(fraudRuleNames),
    shadowFraudRule: oneOf(fraudRuleNames),
    referringAccountId: text,
    cluster: text,
    order: oneOf(['OLDEST']),
  }),
  component: pageComponent(() => import('./review-page.tsx'), 'ReviewPage'),
})
