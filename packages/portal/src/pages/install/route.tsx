import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const installRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'install',
  validateSearch: searchOf({}),
  component: lazyRouteComponent(() => import('./install-page.tsx'), 'InstallPage'),
})
