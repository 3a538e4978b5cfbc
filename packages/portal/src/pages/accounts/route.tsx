import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const tenantAccountRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'accounts/$accountId',
  component: pageComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
