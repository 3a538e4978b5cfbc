/** An e-mail to one recipient. All texts were validated: none has control characters but the bodies. */
export type OutgoingMail = {
  /** The ID with angle brackets; the same each time the e-mail is sent. */
  readonly messageId: string
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly from: { readonly name: string; readonly address: string }
  /** Null for the sender. */
  readonly replyTo: string | null
  readonly to: string
  /** The sender of the envelope, which gets reports of failed delivery. */
  readonly bounceAddress: string
  readonly subject: string
  readonly text: string
  /** Null for text alone. */
  readonly html: string | null
  /** Null for an e-mail without a subscription. */
  readonly unsubscribeLink: string | null
}

export type SendOutcome =
  | { readonly kind: 'accepted'; readonly replyCode: number }
  /** The e-mail is refused for good. */
  | { readonly kind: 'refused'; readonly reason: RefusedReason; readonly replyCode: number }
  /** This e-mail, for now. */
  | { readonly kind: 'deferred'; readonly replyCode: number }
  /** Every e-mail: the server does not work, or not for us. */
  | UnavailableServer

export type RefusedReason = 'RECIPIENT_REFUSED' | 'SENDER_REFUSED' | 'MESSAGE_REFUSED'

export const unavailableReasons = [
  'SERVER_UNREACHABLE',
  'SERVER_TIMED_OUT',
  'TLS_FAILED',
  'LOGIN_FAILED',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

export type UnavailableServer = {
  readonly kind: 'unavailable'
  readonly reason: UnavailableReason
  readonly replyCode: number | null
}

/** The mail server that the operator configured. */
export type MailServer = {
  /** The milliseconds for which nothing should be sent, because the circuit breaker is open; 0 if it is not. */
  readonly pausedMs: () => number
  /** Sends an e-mail when it is its turn; rejects for a defect alone. */
  readonly send: (mail: OutgoingMail, signal: AbortSignal) => Promise<SendOutcome>
  /** Runs the work if not too many runs go on at once in this process; null if so. */
  readonly inRun: <Result>(work: () => Promise<Result>) => Promise<Result> | null
}
