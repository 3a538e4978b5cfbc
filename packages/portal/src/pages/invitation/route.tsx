import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { rootRoute } from '../../app/root-route.tsx'

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  validateSearch: searchOf({ token: text }),
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
})
