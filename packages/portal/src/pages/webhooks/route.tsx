import { deliveryStates } from '@goodword/domain/webhook'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf, text } from '../../api/search-of.ts'
import { tenantRoute } from '../../app/tenant-route.tsx'

export const webhooksRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks',
  validateSearch: searchOf({}),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => tenantRoute,
  path: 'webhooks/$webhookId',
  validateSearch: searchOf({ state: oneOf(deliveryStates), delivery: text }),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})
