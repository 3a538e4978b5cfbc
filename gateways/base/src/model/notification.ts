export type Destination = {
  readonly id: string
  readonly url: string
  /** Null: all kinds. */
  readonly kinds: readonly string[] | null
}

/** Simulates what no processor guarantees: that each notification arrives, once, and in order. */
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
  readonly kind: string
  readonly destinationId: string
  /** The subscription of the subject, for reading the journal; null if it has none. */
  readonly subscriptionId: string | null
  /** The test clock by which it is due; absent for the account's own clock. */
  readonly clockId?: string
  /** The text, compressed (base64 of gzip): it is signed again for each attempt. */
  readonly body: string
  status: NotificationStatus
  /** When it is due to be sent (again); null when it is not. */
  dueAt: number | null
  attempts: readonly Attempt[]
  readonly createdAt: number
}

export const notificationStatuses = ['waiting', 'delivered', 'given_up', 'lost'] as const

export type NotificationStatus = (typeof notificationStatuses)[number]

export type Attempt = {
  readonly at: number
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly isManual: boolean
}
