import type { SetupFinding } from './connector.ts'

/** `retryable` follows from the code: the first four may work later, the others need a change by the merchant or operator. */
export type ProcessorErrorCode =
  | 'UNAVAILABLE'
  | 'TIMED_OUT'
  | 'RATE_LIMITED'
  /** The response cannot be read. */
  | 'MALFORMED'
  | 'CREDENTIALS_REJECTED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  /** The processor understood the request and did not accept it. */
  | 'REJECTED'

/** Why a request was rejected, if a caller can do something about it. */
export type Rejection =
  /** Discounts cannot change while a bill is unpaid. */
  | 'PAST_DUE'
  /** The subscription is cancelled or expired. */
  | 'ENDED'
  /** The discount is not set up at the processor. */
  | 'DISCOUNT_MISSING'
  /** The amount is in another currency than the subscription, or the currency is not an active one. */
  | 'CURRENCY'
  /** The subscription has as many other discounts as the processor permits. */
  | 'TOO_MANY_DISCOUNTS'
  /** The object at the processor with the ID of our discount has other terms. */
  | 'COUPON_DIFFERS'
  /** The bill is no draft any more, so nothing about it can be changed. */
  | 'BILL_CLOSED'
  /** A live key for a test program, or the reverse. */
  | 'KEY_OF_OTHER_MODE'

const retryableCodes: ReadonlySet<ProcessorErrorCode> = new Set([
  'UNAVAILABLE',
  'TIMED_OUT',
  'RATE_LIMITED',
  'MALFORMED',
])

export type ProcessorErrorDetails = {
  /** Sentences for the merchant's staff, without secrets and without data of customers. */
  readonly message: string
  readonly cause?: unknown
  readonly retryAfterMs?: number
  readonly isOutcomeUnknown?: boolean
  readonly rejection?: Rejection
  /** The field of the credentials that it is about. */
  readonly field?: string
  readonly processorCodes?: readonly string[]
  /** The permission that `PERMISSION_DENIED` is about. */
  readonly missing?: SetupFinding
}

/** A call to the processor failed. It holds no key, no request and no response. */
export class ProcessorError extends Error {
  override readonly name = 'ProcessorError'
  readonly code: ProcessorErrorCode
  readonly retryable: boolean
  /** A retry within this time cannot work, or could do the same twice. */
  readonly retryAfterMs: number | null
  /** Whether the processor may have done, or may still do, what it was asked for. */
  readonly isOutcomeUnknown: boolean
  readonly rejection: Rejection | null
  readonly field: string | null
  /** The processor's own codes, for the log. */
  readonly processorCodes: readonly string[]
  /** The permission that a denied request needs. */
  readonly missing: SetupFinding | null

  constructor(code: ProcessorErrorCode, details: ProcessorErrorDetails) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.retryable = retryableCodes.has(code)
    this.retryAfterMs = details.retryAfterMs ?? null
    this.isOutcomeUnknown = details.isOutcomeUnknown ?? false
    this.rejection = details.rejection ?? null
    this.field = details.field ?? null
    this.processorCodes = details.processorCodes ?? []
    this.missing = details.missing ?? null
  }
}
