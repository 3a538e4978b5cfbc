import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

export const enterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'enter',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('./enter-page.tsx'), 'EnterPage'),
})
