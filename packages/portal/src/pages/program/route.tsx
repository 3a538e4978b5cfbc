import { createRoute } from '@tanstack/react-router'
import { flag, oneOf, searchOf } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const programRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'program',
  // `compare` shows what would be published to the live program.
  validateSearch: searchOf({
    tab: oneOf(['rewards', 'milestones', 'links', 'trust', 'general']),
    view: oneOf(['friend', 'bills', 'forecast']),
    compare: flag,
  }),
  component: pageComponent(() => import('./program-page.tsx'), 'ProgramPage'),
})
