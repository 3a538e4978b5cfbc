import { discountStates } from '@goodword/domain/bill-discount'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const discountsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'discounts',
  validateSearch: searchOf({ state: oneOf(discountStates) }),
  component: lazyRouteComponent(() => import('./discounts-page.tsx'), 'DiscountsPage'),
})
