import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const widgetRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'widget',
  validateSearch: searchOf({
    tab: oneOf(['look', 'texts', 'words', 'links', 'page']),
    preview: oneOf(['widget', 'greeting', 'card', 'mail', 'page']),
  }),
  component: pageComponent(() => import('./widget-page.tsx'), 'WidgetPage'),
})
