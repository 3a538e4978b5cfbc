import { createRoute } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: searchOf({ from: text, error: oneOf(['SSO_FAILED', 'SSO_NOT_INVITED']) }),
  component: pageComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
