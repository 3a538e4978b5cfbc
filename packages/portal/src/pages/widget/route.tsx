import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const widgetRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'widget',
  validateSearch: searchOf({ tab: oneOf(['look', 'texts', 'emails', 'page']) }),
  component: lazyRouteComponent(() => import('./widget-page.tsx'), 'WidgetPage'),
})
