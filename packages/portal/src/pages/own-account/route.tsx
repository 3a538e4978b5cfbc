import { createRoute } from '@tanstack/react-router'
import { pageComponent } from '../../routes/page-load.ts'
import { staffRoute } from '../../routes/staff-route.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: 'account',
  component: pageComponent(() => import('./account-page.tsx'), 'AccountPage'),
})
