import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import type {
  AddedTax,
  PaymentRefund,
  PaymentStatus,
  ProcessorDispute,
  ProcessorPayment,
  UnpaidBill,
} from '@goodword/domain/bills/processor-payment'
import type { Rounding } from '@goodword/domain/bills/rounded-share'
import type { Money } from '@goodword/domain/values/money'
import type { Rate } from '@goodword/domain/values/rate'

export type CustomerState = {
  readonly id: string
  /** The custom field `referral_coupon`, without blanks around it; null if empty. Any text that a customer typed. */
  readonly referralCoupon: string | null
  readonly subscriptions: readonly SubscriptionState[]
  /** The processor's IDs of cards and bank accounts: the same text for every customer who has the same one. */
  readonly paymentMethods: readonly string[]
  /** Payments that failed before the first one that succeeded. */
  readonly failedPayments: number
}

export type SubscriptionState = Rounding & {
  readonly id: string
  /** Null if the processor does not know it any more, as after its payment method was deleted before any payment. */
  readonly customerId: string | null
  readonly planId: string
  readonly status: 'PENDING' | 'ACTIVE' | 'PAST_DUE' | 'CANCELLED' | 'EXPIRED'
  /** Active, and not billed yet because of a trial. */
  readonly isInTrial: boolean
  /** The price of the next bill, without add-ons and discounts; of a draft, its present one. */
  readonly price: Money
  /** The next bill depends on what is used until then, and the processor has no forecast of it: `price` is 0. */
  readonly isPriceUnknown?: true
  /** The time from bill to bill; null if its plan is not there any more. */
  readonly billingInterval: BillingInterval | null
  /** Null once nothing more is billed. While a declined bill is retried, the day of the retry. */
  readonly nextBillDate: string | null
  /** The moment of the next bill, where the processor knows more than its day; null otherwise. */
  readonly nextBillAt: number | null
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
  /** It has a discount that came from its customer, who does not have it any more: the next change removes it. */
  readonly hasOrphanedDiscount?: true
  /** The sum of other add-ons (positive) and discounts (negative) on the next bill, in minor units. */
  readonly otherAdjustments: number
  /** The debt (positive) or credit (negative) from earlier bills, in minor units. */
  readonly balance: number
  /** Newest first; the processor may leave out all but the newest 20. */
  readonly payments: readonly PaymentState[]
  /** The next bill, while it is a draft; absent where there is none. */
  readonly draft?: DraftState
  /** Whether `payments` has every bill, also those that came to nothing; absent where it has only what was charged. */
  readonly hasEveryBill?: true
  /** Bills that were made and not paid, but for the next one; absent where the processor does not say it. */
  readonly unpaidBills?: readonly UnpaidBill[]
}

/** A bill that can still be adjusted. */
export type DraftState = {
  readonly billId: string
  /** Our discount on the draft in all, in minor units. */
  readonly discountAmount: number
}

/** A draft, with what tells whether it is as it was last read. */
export type OpenBill = DraftState & {
  readonly subscriptionId: string
  readonly customerId: string
  /** The sum of the lines that our discount is taken off. */
  readonly price: Money
}

export type DiscountState = {
  /** The amount of one; the bill is reduced by amount × quantity. */
  readonly amount: Money
  /** The share of each bill, where the discount is one; absent where it is an amount. */
  readonly rate?: Rate
  /** 1 unless it was changed by hand. */
  readonly quantity: number
  /** How many further bills have it, 0 after its last; null for all, as the connector sets it. */
  readonly billsLeft: number | null
}

export type PaymentState = {
  readonly id: string
  /** A credit gives money back. */
  readonly type: ProcessorPayment['type']
  /** Money of a sale has been taken from `SUBMITTED` on; only from `SETTLING` on it can be refunded. */
  readonly status: PaymentStatus
  readonly amount: Money
  readonly createdAt: number
  /** When the bill that it pays was made; absent where that is when the payment was made. */
  readonly billedAt?: number
  /** The discount of the given ID on this bill, in minor units; 0 without it. */
  readonly discountAmount: number
  /** The price of the bill as above, in minor units; absent where it follows from the amounts. */
  readonly billPrice?: number
  /** How many lines of the bill the processor rounded a percentage for; absent where it was given the amount. */
  readonly roundedLines?: number
  /** The sum of add-ons (positive) and other discounts (negative) on this bill, in minor units. */
  readonly otherAdjustments: number
  /** The tax that was added to the price of the bill; absent where none was. */
  readonly addedTax?: AddedTax
  /** Refunds of it, and credit notes that gave back something else, those that failed or were voided too. */
  readonly refundIds: readonly string[]
  readonly orderId: string | null
  /** First day of the billing period; null if the payment is not for one. */
  readonly periodStart: string | null
  /** The refunds with `refundIds`; absent where they are read by their IDs. */
  readonly refunds?: readonly PaymentRefund[]
  /** Absent while there are none. Lost is also what the merchant accepted, or did not reply to. */
  readonly disputes?: readonly ProcessorDispute[]
}

export type RefundRequest = {
  readonly paymentId: string
  /** The sum of all refunds of the payment, by anyone, after this one. */
  readonly inAll: Money
  /** Unique per refund, at most 255 characters. */
  readonly orderId: string
  /** To the customer's balance, which pays for the following bills, or to where the money came from. */
  readonly to: 'PAYMENT_METHOD' | 'BALANCE'
}

export type RefundResult =
  | { readonly outcome: 'REFUNDED'; readonly refund: PaymentRefund }
  /** Others gave back as much before. */
  | { readonly outcome: 'NOTHING_LEFT' }
  /** Cards settle over night; until then nothing can be refunded. */
  | { readonly outcome: 'NOT_SETTLED_YET' }
  /** The refund is refused for good: for example the payment failed, or was refunded in full before. */
  | { readonly outcome: 'REFUSED'; readonly message: string }
