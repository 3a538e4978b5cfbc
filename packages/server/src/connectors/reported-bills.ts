import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import type { Money } from '@goodword/domain/values/money'

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
  /** What is to be taken off the bill after it, as the merchant can read it. */
  readonly nextDiscount: Money
}

/** The bills that were reported to one tenant: what a connector has in the place of a processor that it could call. */
export type ReportedBills = {
  readonly ofCustomer: (customerId: string) => Promise<readonly ReportedBill[]>
  readonly ofSubscriptions: (ids: readonly string[]) => Promise<readonly ReportedBill[]>
  /** Bills by their IDs, without those that are not there. */
  readonly byIds: (ids: readonly string[]) => Promise<readonly ReportedBill[]>
  /** Keeps what is to be taken off the next bill of a subscription, in minor units. */
  readonly setNextDiscount: (subscriptionId: string, minor: number) => Promise<void>
}
