import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flag, oneOf, searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const programRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'program',
  // `compare` shows what would be published to the live program.
  validateSearch: searchOf({ view: oneOf(['bills', 'forecast']), compare: flag }),
  component: lazyRouteComponent(() => import('./program-page.tsx'), 'ProgramPage'),
})
