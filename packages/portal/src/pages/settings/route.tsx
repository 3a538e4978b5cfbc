import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings',
  validateSearch: searchOf({}),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})
