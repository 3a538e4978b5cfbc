import type { LocalGateway } from '../operations/billing/connections/local-gateway.ts'
import type { RunCustomer } from '../operations/foundation/jobs/run-now.ts'
import type { KeyedOutcome } from '../platform/metrics/request-metrics.ts'
import type { NotificationOptions } from './notifications/notification-urls.ts'
import type { ShareLinkOptions } from './share-links/share-link.ts'

export type RouteOptions = ShareLinkOptions &
  NotificationOptions & {
    /** Called with the result of every request with an Idempotency-Key. */
    readonly countKeyed?: (outcome: KeyedOutcome) => void
    /** Compares one customer with the payment processor, as its job does. */
    readonly runCustomer: RunCustomer
    /** The payment processor on this machine that the start opened; null while there is none. */
    readonly localGateway?: () => LocalGateway | null
  }
