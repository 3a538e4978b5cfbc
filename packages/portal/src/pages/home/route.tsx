import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'home',
  validateSearch: searchOf({
    range: oneOf(['7d', '30d', '90d', '12m', 'own']),
    from: text,
    to: text,
    interval: oneOf(['DAY', 'WEEK', 'MONTH']),
  }),
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
})
