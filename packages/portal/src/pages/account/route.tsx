import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { staffRoute } from '../../app/staff-route.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
