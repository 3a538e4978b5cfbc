import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  validateSearch: searchOf({ token: text }),
  component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
})
