import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { createRoute } from '@tanstack/react-router'
import { listView, oneOf, searchOf, text } from '../../api/search-of.ts'
import { pageComponent } from '../../routes/page-load.ts'
import { tenantRoute } from '../../routes/tenant-route.tsx'

export const webhooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks',
  validateSearch: searchOf({}),
  component: pageComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks/$webhookId',
  validateSearch: searchOf({ state: oneOf(deliveryStates), delivery: text, ...listView }),
  component: pageComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})
