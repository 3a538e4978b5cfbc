import { discountStates } from '@goodword/domain/bills/bill-discount'
import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const discountsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'discounts',
  validateSearch: searchOf({ state: oneOf(discountStates), accountId: text }),
  component: pageComponent(() => import('./discounts-page.tsx'), 'DiscountsPage'),
})
