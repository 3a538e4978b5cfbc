import { createRoute } from '@tanstack/react-router'
import { flag, listView, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const usersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'users',
  validateSearch: searchOf({ query: text, blocked: flag, ...listView }),
  component: pageComponent(() => import('./users-page.tsx'), 'UsersPage'),
})

export const userRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'users/$accountId/$userId',
  component: pageComponent(() => import('./user-page.tsx'), 'UserPage'),
})
