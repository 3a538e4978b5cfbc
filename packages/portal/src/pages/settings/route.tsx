import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

const settingsTabs = ['team', 'domains', 'security', 'limits', 'danger'] as const

export const settingsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'settings',
  validateSearch: searchOf({
    tab: oneOf(settingsTabs),
    actor: text,
    action: text,
    ...listView,
    entry: text,
  }),
  component: pageComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})
