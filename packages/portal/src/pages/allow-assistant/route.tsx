import { createRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { staffRoute } from '../../routes/staff-route.tsx'

export const allowAssistantRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: 'allow-assistant',
  validateSearch: searchOf({ request: text }),
  component: pageComponent(() => import('./allow-assistant-page.tsx'), 'AllowAssistantPage'),
})
