import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
})
