import { notificationStates } from '@goodword/domain/payments/notification'
import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

const installTabs = ['script', 'assistant', 'authorize', 'keys', 'notifications'] as const

export const installRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'install',
  validateSearch: searchOf({
    tab: oneOf(installTabs),
    state: oneOf(notificationStates),
    kind: text,
    notification: text,
  }),
  component: pageComponent(() => import('./install-page.tsx'), 'InstallPage'),
})
