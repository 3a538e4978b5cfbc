import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { rootRoute } from '../../routes/root-route.tsx'

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  validateSearch: searchOf({ token: text }),
  component: pageComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
})
