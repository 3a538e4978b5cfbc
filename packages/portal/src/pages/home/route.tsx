import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  validateSearch: searchOf({ days: oneOf(['7', '30', '90']) }),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})
