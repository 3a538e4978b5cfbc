import type { Destination } from '@goodword/sandbox/model/notification'
import type { Metadata } from '../wire/metadata.ts'

/** A webhook endpoint; the destination of notifications. */
export type Endpoint = Destination & {
  readonly created: number
  readonly secret: string
  readonly apiVersion: string | null
  readonly description: string | null
  readonly metadata: Metadata
  readonly isDisabled: boolean
}

/** An event with its object as it was then. */
export type StripeEvent = {
  readonly id: string
  readonly created: number
  readonly type: string
  /** The clock that it happened by. */
  readonly clockId: string | null
  /** `data` of the event as JSON. */
  readonly data: string
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null }
  /** The notifications of the endpoints that wanted it. */
  readonly notificationIds: readonly string[]
}
