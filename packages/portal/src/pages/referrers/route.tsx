import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const referrersRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'referrers',
  validateSearch: searchOf({
    rankedBy: oneOf(['ATTRIBUTED', 'CLICKS']),
    from: listView.from,
    to: listView.to,
  }),
  component: pageComponent(() => import('./referrers-page.tsx'), 'ReferrersPage'),
})
