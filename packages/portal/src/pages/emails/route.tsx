import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const emailsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'emails',
  validateSearch: searchOf({ tab: oneOf(['sending', 'texts']) }),
  component: pageComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
})
