import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const programRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'program',
  validateSearch: searchOf({}),
  component: lazyRouteComponent(() => import('./program-page.tsx'), 'ProgramPage'),
})
