import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const reviewRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'review',
  validateSearch: searchOf({}),
  component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
})
