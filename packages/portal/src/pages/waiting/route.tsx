import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const waitingRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'waiting',
  component: pageComponent(() => import('./waiting-page.tsx'), 'WaitingPage'),
})
