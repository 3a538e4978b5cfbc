import { rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const rewardsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'rewards',
  validateSearch: searchOf({
    status: oneOf(rewardStatuses),
    type: oneOf(rewardTypes),
    accountId: text,
    sort: oneOf(['dateExpires']),
    ...listView,
    /** The reward whose details are open. */
    reward: text,
  }),
  component: pageComponent(() => import('./rewards-page.tsx'), 'RewardsPage'),
})
