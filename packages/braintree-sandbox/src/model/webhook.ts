/** The kinds of notification that are sent. */
export const notificationKinds = [
  'check',
  'dispute_accepted',
  'dispute_disputed',
  'dispute_expired',
  'dispute_lost',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'subscription_billing_skipped',
  'subscription_canceled',
  'subscription_charged_successfully',
  'subscription_charged_unsuccessfully',
  'subscription_expired',
  'subscription_trial_ended',
  'subscription_went_active',
  'subscription_went_past_due',
] as const

export type NotificationKind = (typeof notificationKinds)[number]

export type Destination = {
  readonly id: string
  readonly url: string
  /** Null: all kinds. */
  readonly kinds: readonly NotificationKind[] | null
}

/** Simulates what the gateway does not guarantee: that each notification arrives, once, and in order. */
export type Deliveries = {
  /** 0 to 1: how many come twice, and how many never do. */
  readonly duplicates: number
  readonly losses: number
  /** Whether those of one moment are shuffled. */
  readonly reorders: boolean
}

/** A notification to one destination, with what became of it. */
export type Notification = {
  readonly id: string
  readonly sequence: number
  readonly kind: NotificationKind
  readonly destinationId: string
  /** The subscription of the subject, for reading the journal; null if it has none. */
  readonly subscriptionId: string | null
  /** The notification's XML, compressed (base64 of gzip): it is signed again for each attempt. */
  readonly body: string
  status: 'waiting' | 'delivered' | 'given_up' | 'lost'
  /** When it is due to be sent (again); null when it is not. */
  dueAt: number | null
  attempts: readonly Attempt[]
  readonly createdAt: number
}

export type Attempt = {
  readonly at: number
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly isManual: boolean
}
