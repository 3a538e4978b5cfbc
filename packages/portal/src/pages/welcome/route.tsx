import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  validateSearch: searchOf({ token: text }),
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})
