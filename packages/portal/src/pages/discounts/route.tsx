import { discountStates } from '@goodword/domain/bill-discount'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const discountsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'discounts',
  validateSearch: searchOf({ state: oneOf(discountStates), accountId: text }),
  component: lazyRouteComponent(() => import('./discounts-page.tsx'), 'DiscountsPage'),
})
