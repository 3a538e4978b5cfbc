import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../app/page-load.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})
