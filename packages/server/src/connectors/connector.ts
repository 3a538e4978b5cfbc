/*
 * THE CONNECTOR
 *
 * The interface between the service and a payment processor. A folder beside this file implements it for one processor; everything else
 * knows these types and nothing of an SDK. The contract tests (`testing/connectors/*.contract.ts`) say what an implementation must do.
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
 * - Repeating a change is safe. `setStanding` and `adjustBill` read, and change nothing if the discount is as wanted;
 *   `setStanding` starts over if someone else changed it in between. `refund` looks for its order ID at the
 *   processor before it makes one.
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
 * - A new error code decides `retryable`; jobs retry retryable errors with backoff, and give up on others at once.
 * - Notifications are hints. They may be lost, repeated or out of order: read the state, never apply the notification.
 */

import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import type { Money } from '@goodword/domain/values/money'
import type { Rate } from '@goodword/domain/values/rate'
import type { AcceptedRequest, NotificationPage, NotificationRequest } from './notification.ts'
import type {
  CustomerState,
  OpenBill,
  PaymentState,
  RefundRequest,
  RefundResult,
  SubscriptionState,
} from './processor-state.ts'

/** A bill that the merchant's own system made, as it was reported. Days are `YYYY-MM-DD`. */
export type ReportedBill = {
  /** It stands for the payment. */
  readonly id: string
  readonly subscriptionId: string
  readonly customerId: string
  readonly day: string
  readonly billedAt: number
  readonly price: Money
  readonly discountMinor: number
  /** Null for the last one of its subscription. */
  readonly nextBillDate: string | null
  readonly billingInterval: BillingInterval
  /** The discount on the bill after it, as the merchant can read it. */
  readonly nextDiscount: Money
}

/** The bills that were reported to one tenant: what a connector has in the place of a processor that it could call. */
export type ReportedBills = {
  readonly ofCustomer: (customerId: string) => Promise<readonly ReportedBill[]>
  readonly ofSubscriptions: (ids: readonly string[]) => Promise<readonly ReportedBill[]>
  /** Bills by their IDs, without those that are not there. */
  readonly byIds: (ids: readonly string[]) => Promise<readonly ReportedBill[]>
  /** Stores the discount for the next bill of a subscription, in minor units. */
  readonly setNextDiscount: (subscriptionId: string, minor: number) => Promise<void>
}

/** Calls of a client whose processor has codes that customers enter at its own checkout. */
type CodeCalls = {
  /**
   * Makes a referral code one that customers can enter at the processor's own checkout, for a discount of a rate; null retires it.
   * Changes nothing if it is so already. The merchant's own codes stay as they are.
   */
  readonly mirrorCode?: (code: string, discountId: string, rate: Rate | null) => Promise<MirroredCode>
  /** A page of the referral codes that `mirrorCode` made for a discount and did not retire. */
  readonly readMirroredCodes?: (query: MirroredCodeQuery) => Promise<MirroredCodePage>
}

/** `TAKEN` if the merchant has a code of the same text, `IMPOSSIBLE` if the processor takes no such text. */
export type MirroredCode = 'MIRRORED' | 'RETIRED' | 'TAKEN' | 'IMPOSSIBLE'

export type MirroredCodeQuery = {
  readonly discountId: string
  /** The rate that the codes are compared with; null for none. */
  readonly rate: Rate | null
  /** Where the page begins; null for the first one. */
  readonly after: string | null
}

export type MirroredCodePage = {
  readonly codes: readonly { readonly code: string; readonly isOfRate: boolean }[]
  /** Where the next page begins. Null if this is the last page. */
  readonly next: string | null
}

export type ProcessorAccount = { readonly environment: string; readonly merchantId: string }

/** Addresses of pages at the processor, each with `{id}` where the ID belongs. */
export type DashboardLinks = {
  readonly customer: string
  readonly subscription: string
  readonly payment: string
}

/** Where a tenant's payment processor is, and its keys: a document whose further fields only the connector knows. */
export type ProcessorCredentials = {
  /** The name of the connector in `connectors`. */
  readonly processor: string
  /** `sandbox`, `production`, or the address of a local gateway such as `http://127.0.0.1:3001`. */
  readonly environment: string
  readonly [field: string]: string
}

/** A payment processor as the service knows it before a client is opened. */
export type Connector = {
  /** The processor as sentences name it. */
  readonly name: string
  /**
   * Makes no request yet.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right, or their environment is not allowed
   */
  open(credentials: ProcessorCredentials, options: ConnectorOptions): ProcessorClient
  /** The ID of the merchant's account, where the credentials name it; null where only the processor knows it. */
  accountOf(credentials: ProcessorCredentials): string | null
  /** The part of the keys that callers may see, to distinguish them; null if all of them are secret. */
  publicKeyOf(credentials: ProcessorCredentials): string | null
  /** The finest amount that is taken off a price, in minor units, as far as that is known without a request. */
  amountStep(price: Money): number
  /** The kinds of notifications that are used, as the processor names them: what a merchant selects for the webhook. */
  readonly notificationKinds: readonly string[]
  /** Further kinds that only test programs are sent. */
  readonly testNotificationKinds?: readonly string[]
  /** The merchant's own system makes the bills and reports them; nothing is called. */
  readonly isOwnSystem?: true
  readonly words: ConnectorWords
  readonly guides: ConnectorGuides
  /** Where staff find records at the processor; null where it has no pages, as a gateway on this machine. */
  dashboardLinks(account: ProcessorAccount): DashboardLinks | null
}

/** Sentences for the merchant's staff in this processor's own terms. */
export type ConnectorWords = {
  /** The checks to make when the keys are rejected. */
  readonly keysRejected: string
  /** How to make the processor send notifications with these credentials, while none has arrived; null for one that sends none. */
  readonly webhookMissing: (credentials: ProcessorCredentials) => string | null
}

/** Pages of our documentation, as `braintree#2-connect`. */
export type ConnectorGuides = { readonly connect: string; readonly webhook: string }

export type ConnectorOptions = {
  /** Whether a gateway on this machine may be called: the setting `ALLOW_LOCAL_TARGETS`. */
  readonly allowLocalTargets: boolean
  /** The bills that a tenant's own system has reported. */
  readonly reportedBills: (tenant: string) => ReportedBills
}

/**
 * The calls of a connector for one connection. Timeouts, a rate limit and a circuit breaker are inside, so one client is
 * kept per connection and used for all of its calls.
 *
 * All calls throw a `ProcessorError` if they fail, and nothing else. Every call that changes something may be repeated: it
 * reads the present state first. Amounts are in minor units of the subscription's currency, moments in milliseconds since
 * the epoch on the processor's clock, days `YYYY-MM-DD`.
 */
export type ProcessorClient = CodeCalls & {
  readonly capabilities: Capabilities
  /** How many requests were made since this was last asked. */
  takeCallCount(): number
  /**
   * Makes a real request. Returns the ID of the merchant's account that the keys belong to.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the processor refuses the keys
   */
  checkCredentials(): Promise<string>
  /**
   * The setup that is missing at the processor and must be made by hand before discounts can work; an empty list when all is
   * there. Where the service makes the discounts, the existing ones of the rates are checked: another may have changed them.
   * It leaves nothing behind. A check that lacks a permission is a finding about that permission.
   */
  findMissingSetup(discountId: string, rates?: readonly Rate[]): Promise<readonly SetupFinding[]>
  /** The kind of a request at the notification URL. Makes no request, and trusts nothing before the signature is verified. */
  accept(request: NotificationRequest): Promise<AcceptedRequest>
  /** A customer with its subscriptions, newest first; null if there is none of this ID. A code that is not needed may be left out. */
  readCustomer(
    customerId: string,
    discountId: string,
    options?: { readonly isCodeNeeded?: boolean },
  ): Promise<CustomerState | null>
  /** A subscription; null if there is none of this ID. */
  readSubscription(subscriptionId: string, discountId: string): Promise<SubscriptionState | null>
  /** Payments and refunds by their IDs, without those that the processor does not know. */
  readPayments(ids: readonly string[]): Promise<readonly PaymentState[]>
  /** The customer of a payment; null if the payment has none, or there is none of this ID. */
  readPayer(paymentId: string): Promise<string | null>
  /**
   * Sets the wanted discount of a subscription, from its next bill on, without a charge or credit for the current
   * period; null or nothing of what the processor takes removes it. Changes nothing if it is so already. Other discounts
   * stay.
   *
   * @returns the subscription as it is then
   * @throws ProcessorError `REJECTED` with a `rejection` if the processor does not permit the change now
   */
  setStanding(
    subscriptionId: string,
    discountId: string,
    wanted: StandingDiscount | null,
  ): Promise<SubscriptionState>
  /**
   * Refunds what is missing of an amount that is to have been given back of a settled payment in all, once per order ID: a refund
   * that was already made under it is found. It never comes to more than what is left of the payment. A caller must not make two calls for the same
   * payment at a time.
   */
  refund(request: RefundRequest): Promise<RefundResult>
  /**
   * The subscriptions of these IDs that are there, as `readSubscription` has them, in no order; of their customers only
   * those are known that paid, if the processor does not name them. As few requests as the processor permits.
   */
  readSubscriptions(
    subscriptionIds: readonly string[],
    discountId: string,
  ): Promise<readonly SubscriptionState[]>
  /**
   * The bills of subscriptions that are drafts now and were made since a moment. This and the next two are there exactly where
   * `capabilities.bills` is `DRAFT`.
   */
  readonly openBills?: (since: number, discountId: string) => Promise<readonly OpenBill[]>
  /**
   * Makes what our discount takes off a draft in all the amount that is wanted: what stands on the subscription took its
   * part when the draft was made, and the draft is changed by the rest. Changes nothing if it is so already.
   *
   * @returns the discount then, in minor units
   * @throws ProcessorError `REJECTED` with `BILL_CLOSED` if it is no draft any more
   */
  readonly adjustBill?: (billId: string, discountId: string, wanted: Money) => Promise<number>
  /**
   * Makes the processor send its notifications to a URL, by the keys alone. May be repeated: an existing registration is
   * found again and corrected. Notifications that the merchant set up by hand stay as they are.
   */
  readonly registerWebhook?: (wanted: WantedWebhook) => Promise<RegisteredWebhook>
  /** Removes what `registerWebhook` registered with these credentials, if anything. */
  readonly removeWebhook?: () => Promise<void>
  /** A page of the notifications since a moment of the processor's clock, whether they arrived or not, newest first; null for all. */
  readonly readNotifications?: (since: number | null, after: string | null) => Promise<NotificationPage>
  /**
   * The ID of the discount of a rate that the merchant may give a subscription when it creates it. It is there when the
   * promise resolves, and later readings show it as our discount.
   */
  readonly offerDiscount?: (discountId: string, rate: Rate) => Promise<string>
}

export type WantedWebhook = {
  readonly url: string
  /** The program that it is for, by which it is found again. */
  readonly program: string
  /** The credentials that were stored before; null without. */
  readonly stored: ProcessorCredentials | null
}

export type RegisteredWebhook = {
  /** The credentials that are to be stored, with what the signatures of notifications are verified by. */
  readonly credentials: ProcessorCredentials
  /** Why no notifications will come; null if they will, as far as is known. */
  readonly finding: SetupFinding | null
}

/** How a processor can take something off bills. */
export type Capabilities = {
  /** The kind of discount on a subscription: an amount, or a share of each bill. */
  readonly standing: 'AMOUNT' | 'RATE'
  /** Whether bills have only what stands on the subscription, or are drafts at first that can be adjusted one by one. */
  readonly bills: 'STANDING' | 'DRAFT'
}

/** The discount that the next bills are to have, in both ways of saying it: a processor takes one of them. */
export type StandingDiscount = {
  readonly amount: Money
  /** The percentages in it, at most 100 %. */
  readonly rate: Rate
}

export type SetupFinding = {
  readonly item: 'CUSTOM_FIELD' | 'DISCOUNT' | 'PERMISSION' | 'PROMOTION_CODE' | 'WEBHOOK'
  /** A warning does not keep discounts from working. */
  readonly severity: 'missing' | 'warning'
  /** The name of the custom field or discount, or of the missing permission. */
  readonly name: string
  /** The fault and the fix, in sentences. */
  readonly message: string
  /** The call that works only with it: one that the processor accepts shows that it is not missing any more. */
  readonly neededBy?: keyof ProcessorClient
}
