/*
 * THE CONNECTOR
 *
 * The interface between the service and a payment processor. `braintree/` implements it; everything else knows these types
 * and nothing of an SDK. The contract tests (`testing/connectors/*.contract.ts`) say what an implementation must do.
 *
 * STATES OF A CALL
 *
 *   queued -> waits for the rate -> sent -> value | ProcessorError
 *
 * - At most so many calls of a connection run at once, and so many wait; the next one fails with RATE_LIMITED.
 * - While the circuit breaker is open, calls fail with UNAVAILABLE without a request. Only UNAVAILABLE, TIMED_OUT and
 *   MALFORMED count as failures: a rejected request shows that the processor works.
 * - After its deadline a call fails with TIMED_OUT, and the request may go on at the processor.
 *
 * TRADES
 *
 * - The state of the processor is read before each change and not kept here: one more request for each change, and no copy
 *   that could be wrong. Customers are changed by hand in the Control Panel at any time.
 * - Limits are per connection and process. Several processes multiply them; a 429 pauses the connection in one process.
 *
 * PROMISES
 *
 * - Repeating a change is safe. `setDiscount` reads, changes nothing if the discount is as wanted, and starts over if someone
 *   else changed it in between. `refund` looks for its order ID among the refunds of the payment before it makes one.
 * - The exception is a change whose outcome is unknown: the processor may still carry it out after the response was lost.
 *   The error then says `isOutcomeUnknown`, and `retryAfterMs` how long to wait, because a refund that is repeated too early
 *   is not found yet and would be made twice. The job that made it keeps that time as its backoff. After a crash its lease
 *   does the same: it lasts 90 s, longer than any such wait.
 * - Errors hold no key, no request and no response. Messages are for the merchant's staff.
 *
 * WHEN CHANGING THIS
 *
 * - A new operation that changes something must be repeatable by what the processor stores, not by what this process
 *   remembers. Add it to the contract tests with a lost response.
 * - Two calls of `refund` for one payment at a time are not excluded here. The caller locks.
 * - A new error code decides `retryable`; jobs retry with backoff what is retryable, and give up on the rest at once.
 * - Notifications are hints. They may be lost, repeated or out of order: read the state, never apply the notification.
 */

import type { Money } from '@goodword/domain/values/money'

/** Where a tenant's payment processor is, and its keys: a document whose further fields only the connector knows. */
export type ProcessorCredentials = {
  readonly processor: ProcessorName
  /** `sandbox`, `production`, or the address of a local gateway such as `http://127.0.0.1:3001`. */
  readonly environment: string
  readonly [field: string]: string
}

export type ProcessorName = 'braintree'

/** A payment processor as the service knows it before a client is opened. */
export type Connector = {
  /**
   * Makes no request yet.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right, or their environment is not allowed
   */
  open(credentials: ProcessorCredentials, options: ConnectorOptions): ProcessorClient
  /** The ID of the merchant's account, where the credentials name it; null where only the processor knows it. */
  accountOf(credentials: ProcessorCredentials): string | null
  /** What callers may see of the keys, to tell them apart; null if all of them are secret. */
  publicKeyOf(credentials: ProcessorCredentials): string | null
  /** The kinds of notifications that are used, as the processor names them: what a merchant selects for the webhook. */
  readonly notificationKinds: readonly string[]
  readonly words: ConnectorWords
}

/** Sentences for the merchant's staff that name what is at this processor. */
export type ConnectorWords = {
  /** What to check when the keys are rejected. */
  readonly keysRejected: string
  /** How to make the processor send notifications, while none has arrived. */
  readonly webhookMissing: string
}

export type ConnectorOptions = {
  /** Whether a gateway on this machine may be called: the setting `ALLOW_LOCAL_TARGETS`. */
  readonly allowLocalTargets: boolean
}

/**
 * What a connector can do for one connection. Timeouts, a rate limit and a circuit breaker are inside, so one client is kept
 * per connection and used for all of its calls.
 *
 * All calls throw a `ProcessorError` if they fail, and nothing else. Every call that changes something may be repeated: it
 * reads first what is already done. Amounts are in minor units of the subscription's currency, moments in milliseconds since
 * the epoch on the processor's clock, days `YYYY-MM-DD`.
 */
export type ProcessorClient = {
  /** How many requests were made since this was last asked. */
  takeCallCount(): number
  /**
   * Makes a real request. Returns the ID of the merchant's account that the keys belong to.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the processor refuses the keys
   */
  checkCredentials(): Promise<string>
  /**
   * What must be set up by hand at the processor before discounts can work, and is not; an empty list when all is there. It
   * leaves nothing behind. What cannot be checked for want of a permission is a finding about that permission.
   */
  findMissingSetup(discountId: string): Promise<readonly SetupFinding[]>
  /** What a request at the notification URL is. Makes no request, and believes nothing before the signature is verified. */
  accept(request: NotificationRequest): Promise<AcceptedRequest>
  /** A customer with all its subscriptions, newest first; null if there is none of this ID. */
  readCustomer(customerId: string, discountId: string): Promise<CustomerState | null>
  /** A subscription; null if there is none of this ID. */
  readSubscription(subscriptionId: string, discountId: string): Promise<SubscriptionState | null>
  /** Payments and refunds by their IDs, without those that the processor does not know. */
  readPayments(ids: readonly string[]): Promise<readonly PaymentState[]>
  /** The customer of a payment; null if the payment has none, or there is none of this ID. */
  readPayer(paymentId: string): Promise<string | null>
  /**
   * Makes the discount of a subscription what is wanted, from its next bill on, without a charge or credit for the current
   * period; null or 0 removes it. Changes nothing if it is so already. Other discounts stay.
   *
   * @returns the subscription as it is then
   * @throws ProcessorError `REJECTED` with a `rejection` if the processor does not permit the change now
   */
  setDiscount(subscriptionId: string, discountId: string, amount: Money | null): Promise<SubscriptionState>
  /**
   * Gives a part of a settled payment back, once per order ID: a refund that was already made under it is found. It is less
   * than the amount where earlier refunds left less. The order ID is unique per refund, at most 255 characters. A caller must not make two calls for the same payment at a time.
   */
  refund(transactionId: string, amount: Money, orderId: string): Promise<RefundResult>
  /**
   * The subscriptions of these IDs that are there, as `readSubscription` has them, in no order; of their customers only
   * those are known that paid. One request for each 50 of them.
   */
  readSubscriptions(
    subscriptionIds: readonly string[],
    discountId: string,
  ): Promise<readonly SubscriptionState[]>
}

export type SetupFinding = {
  readonly item: 'CUSTOM_FIELD' | 'DISCOUNT' | 'PERMISSION'
  /** A warning does not keep discounts from working. */
  readonly severity: 'missing' | 'warning'
  /** The name of the custom field or discount, or of what is not permitted. */
  readonly name: string
  /** What is wrong and what to do, in sentences. */
  readonly message: string
  /** The call that works only with it: one that the processor accepts shows that it is not missing any more. */
  readonly neededBy?: keyof ProcessorClient
}

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
  /** What is wrong and what to do, in sentences. */
  readonly message: string
  /** Whether the request has all parts of a notification, and only its signature or content is wrong. */
  readonly isSigned: boolean
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
  /** The payment that a dispute is about; null for other notifications. */
  readonly paymentId: string | null
}

export type CustomerState = {
  readonly id: string
  /** The custom field `referral_coupon`, without blanks around it; null if empty. Any text that a customer typed. */
  readonly referralCoupon: string | null
  readonly subscriptions: readonly SubscriptionState[]
}

export type SubscriptionState = {
  readonly id: string
  /** Null if the processor does not know it any more, as after its payment method was deleted before any payment. */
  readonly customerId: string | null
  readonly planId: string
  readonly status: 'PENDING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELLED' | 'EXPIRED'
  /** Active, and not billed yet because of a trial. */
  readonly isInTrial: boolean
  /** The price per bill, without add-ons and discounts. */
  readonly price: Money
  /** The finest amount that the processor takes of this currency, in minor units. */
  readonly amountStep: number
  /** Months from bill to bill; null if the plan is not there any more. */
  readonly billingMonths: number | null
  /** Null once nothing more is billed. While a declined bill is retried, the day of the retry. */
  readonly nextBillDate: string | null
  /** The day of the month on which it is billed, 1 to 31; a shorter month has its bill on its last day. Null if not known. */
  readonly billingDay: number | null
  /** The day of its first bill, after a trial; null if it is not known. */
  readonly firstBillDate: string | null
  /** Bills so far, those of 0 included. */
  readonly billCount: number
  readonly createdAt: number
  /** When it was cancelled or expired; null while it is live. */
  readonly endedAt: number | null
  /** The discount of the given ID; null if the subscription does not have it. */
  readonly discount: DiscountState | null
  /** What other add-ons (positive) and discounts (negative) change about the next bill, in minor units. */
  readonly otherAdjustments: number
  /** What is owed (positive) or left over (negative) from earlier bills, in minor units. */
  readonly balance: number
  /** Newest first; the processor may leave out all but the newest 20. */
  readonly payments: readonly PaymentState[]
}

export type DiscountState = {
  /** The amount of one; the bill is reduced by amount × quantity. */
  readonly amount: Money
  /** 1 unless it was changed by hand. */
  readonly quantity: number
  /** How many further bills have it, 0 after its last; null for all, as the connector sets it. */
  readonly billsLeft: number | null
}

export type PaymentState = {
  readonly id: string
  /** A credit gives money back. */
  readonly type: 'SALE' | 'CREDIT'
  /** Money of a sale has been taken from `SUBMITTED` on; only from `SETTLING` on it can be refunded. */
  readonly status: 'AUTHORIZED' | 'SUBMITTED' | 'SETTLING' | 'SETTLED' | 'FAILED' | 'VOIDED' | 'UNKNOWN'
  readonly amount: Money
  readonly createdAt: number
  /** What the discount of the given ID took off this bill, in minor units; 0 without it. */
  readonly discountAmount: number
  /** What add-ons (positive) and other discounts (negative) changed about this bill, in minor units. */
  readonly otherAdjustments: number
  readonly refundIds: readonly string[]
  readonly orderId: string | null
  /** First day of the billing period; null if the payment is not for one. */
  readonly periodStart: string | null
  /** Refunds of it that were made and not undone; absent where they were not read. */
  readonly refunds?: readonly PaymentState[]
  /** Absent while there are none. */
  readonly disputes?: readonly DisputeState[]
}

export type DisputeState = {
  readonly id: string
  /** Lost is also what the merchant accepted, or did not reply to. */
  readonly status: 'OPEN' | 'WON' | 'LOST'
  readonly openedAt: number
}

export type RefundResult =
  | { readonly outcome: 'REFUNDED'; readonly id: string; readonly amount: Money }
  /** Cards settle over night; until then nothing can be refunded. */
  | { readonly outcome: 'NOT_SETTLED_YET' }
  /** The refund is refused for good: for example the payment failed, or was refunded in full before. */
  | { readonly outcome: 'REFUSED'; readonly message: string }

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
  /** The amount is in another currency than the subscription. */
  | 'CURRENCY'

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
    this.processorCodes = details.processorCodes ?? []
    this.missing = details.missing ?? null
  }
}
