import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const enterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'enter',
  validateSearch: searchOf({ token: text }),
  component: lazyRouteComponent(() => import('./enter-page.tsx'), 'EnterPage'),
})
