import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const transfersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transfers',
  validateSearch: searchOf({ tab: oneOf(['exports', 'imports']) }),
  component: lazyRouteComponent(() => import('./transfers-page.tsx'), 'TransfersPage'),
})
