import { rewardStatuses, rewardTypes } from '@goodword/domain/reward'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const rewardsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'rewards',
  validateSearch: searchOf({
    status: oneOf(rewardStatuses),
    type: oneOf(rewardTypes),
    accountId: text,
    /** The reward whose details are open. */
    reward: text,
  }),
  component: lazyRouteComponent(() => import('./rewards-page.tsx'), 'RewardsPage'),
})
