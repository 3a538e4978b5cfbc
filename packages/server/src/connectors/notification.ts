/** A request at the notification URL as it arrived. The names of headers are in lower case. */
export type NotificationRequest = {
  readonly method: 'GET' | 'POST'
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty if there is none. */
  readonly rawBody: string
}

export type AcceptedRequest =
  | { readonly kind: 'NOTIFICATION'; readonly notification: Notification }
  /** The processor wants to see this text before it sends anything. */
  | { readonly kind: 'CHALLENGE'; readonly answer: string }
  | RefusedRequest

/** Something is missing or not as the processor sends it, or the signature is wrong. */
export type RefusedRequest = {
  readonly kind: 'REFUSED'
  /** The parameter or header that it is about. */
  readonly param: string
  /** The fault and the fix, in sentences. */
  readonly message: string
  /** Whether the request has all parts of a notification, and only its signature or content is wrong. */
  readonly isSigned: boolean
  /** The fault of the content of a request whose signature is right, for the log, without the content. */
  readonly cause?: string
}

export type Notification = {
  /** An ID that every delivery of the notification has, and no other notification of this processor. */
  readonly identity: string
  /** The content as staff may read it. */
  readonly payload: string
  /** The kind as the processor names it, whether this connector knows it or not. */
  readonly kind: string
  readonly createdAt: number
  /** Null if the notification is about something else. */
  readonly subscriptionId: string | null
  /** Null if the notification does not say it, as before a first payment. */
  readonly customerId: string | null
  /** The discount that was made, changed or deleted by itself; null for other notifications, absent where there is none such. */
  readonly discountId?: string | null
  /** The payment that a dispute is about; null for other notifications. */
  readonly paymentId: string | null
  /** Where a clock for tests at the processor stands; absent for other notifications, and where there is none such. */
  readonly testClockAt?: number
  /** The work that it requests; absent where its customer is read. */
  readonly asks?: NotificationWork
  /** The ID of the account at the processor that it is about; absent if the notification does not say it. */
  readonly account?: string
}

/**
 * The work for a usual renewal, whose bill is read when it is paid: `DRAFTS` for a draft, which is compared together with others;
 * `LATER` for a change that another one follows within seconds; `NOTHING` for a notification without money.
 */
export type NotificationWork = 'DRAFTS' | 'LATER' | 'NOTHING'

/** `next` is where the following page begins; null if this is the last one. */
export type NotificationPage = {
  readonly notifications: readonly Notification[]
  readonly next: string | null
}
