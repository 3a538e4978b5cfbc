import type { NotificationOptions } from '../billing/notifications/web/notification-urls.ts'
import type { KeyedOutcome } from '../engine/metrics/request-metrics.ts'
import type { CustomerRuns } from '../frame/jobs/run-now.ts'
import type { PortalOptions } from '../pages/portal/portal-routes.ts'
import type { ShareLinkOptions } from '../pages/share-links/share-link.ts'

export type RouteOptions = ShareLinkOptions &
  NotificationOptions &
  PortalOptions &
  CustomerRuns & {
    /** Called with the result of every request with an Idempotency-Key. */
    readonly countKeyed?: (outcome: KeyedOutcome) => void
  }
