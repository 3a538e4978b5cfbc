import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})
