import type { CustomerRuns } from '../operations/foundation/jobs/run-now.ts'
import type { KeyedOutcome } from '../platform/metrics/request-metrics.ts'
import type { NotificationOptions } from './notifications/notification-urls.ts'
import type { PortalOptions } from './portal/portal-routes.ts'
import type { ShareLinkOptions } from './share-links/share-link.ts'

export type RouteOptions = ShareLinkOptions &
  NotificationOptions &
  PortalOptions &
  CustomerRuns & {
    /** Called with the result of every request with an Idempotency-Key. */
    readonly countKeyed?: (outcome: KeyedOutcome) => void
  }
