import { billStates } from '@goodword/domain/bills/bill-states'
import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const billsRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'bills',
  validateSearch: searchOf({
    state: oneOf(billStates),
    accountId: text,
    ...listView,
  }),
  component: pageComponent(() => import('./bills-page.tsx'), 'BillsPage'),
})
