import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const transfersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'transfers',
  validateSearch: searchOf({
    tab: oneOf(['exports', 'imports']),
    /** The import whose details are open. */
    import: text,
    ...listView,
  }),
  component: pageComponent(() => import('./transfers-page.tsx'), 'TransfersPage'),
})
