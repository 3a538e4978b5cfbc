import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../app/page-load.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const tenantAccountRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'accounts/$accountId',
  component: pageComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
