import type { Customer } from './customers.ts'
import type { Html } from './html.ts'
import type { Plan } from './plans.ts'
import { en } from './words/en.ts'
import { filled, type Words } from './words/words.ts'

/** Where the shop's subscriptions are billed, and the keys for it. */
export type GatewaySettings = BraintreeSettings | StripeSettings

export type BraintreeSettings = {
  readonly processor: 'braintree'
  /** `http://127.0.0.1:3001`: a local gateway. */
  readonly url: string
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
}

export type StripeSettings = {
  readonly processor: 'stripe'
  /** `https://api.stripe.com`, or `http://127.0.0.1:3002`: a local Stripe. */
  readonly url: string
  /** A test key: the shop charges no real cards. */
  readonly secretKey: string
}

export type Card = { readonly number: string; readonly expires: string; readonly cvv: string }

/** A customer of the gateway with a card that can be charged. */
export type StoredCard = { readonly customerId: string; readonly token: string }

/**
 * A discount to take off each bill; `id` is what the gateway knows it by: at Braintree the discount that it inherits from, at
 * Stripe a coupon, which has the percentage itself.
 */
export type BillDiscount = { readonly id: string; readonly cents: number }

/** A charge, as a customer sees it. */
export type Bill = {
  readonly id: string
  /** `2026-03-31` */
  readonly date: string
  readonly paidCents: number
  readonly discountCents: number
  readonly isPaid: boolean
}

export type Billing = { readonly bills: readonly Bill[]; readonly nextBill: NextBill | null }
export type NextBill = { readonly date: string; readonly cents: number; readonly discountCents: number }

/** A form that the browser sends to the gateway, with the data that it must not change. */
export type RedirectForm = { readonly action: string; readonly data: string }

/** The order that a customer pays on a page of the gateway. */
export type Order = {
  readonly customer: Customer
  readonly plan: Plan
  /** The referral code, with the discount that it gives; null without one. */
  readonly offer: { readonly code: string; readonly discountId: string } | null
  /** Where the browser comes back to. */
  readonly backUrl: string
  /** Where it goes if the customer does not pay. */
  readonly cancelUrl: string
}

/** Another form for the card than the shop's own. The browser comes back from it with a query that has the result. */
export type OtherForm =
  /** A page of the shop has the form, which the browser sends to the gateway. */
  | {
      readonly kind: 'REDIRECT_FORM'
      open(customer: Customer, backUrl: string): RedirectForm
      /** Confirms the sent form. Returns the customer's card, and the referral code of the form. */
      complete(query: string): Promise<StoredCard & { readonly code: string | null }>
    }
  /** The gateway has the page, and starts the subscription. */
  | {
      readonly kind: 'CHECKOUT_PAGE'
      /** Returns the address of the page. */
      open(order: Order): Promise<string>
      /** Returns the subscription that was started for this customer, and the code that the order had. */
      complete(query: string, customer: Customer): Promise<Subscribed & { readonly code: string | null }>
    }

export type Subscribed = { readonly customerId: string; readonly subscriptionId: string }

/** The calls that the shop makes to its payment gateway. Each throws `Declined` if the customer can do something about it. */
export type Gateway = {
  /** The number of a card to try. */
  readonly testCard: string
  /** The origin to which the browser sends the other form, or is led for it. */
  readonly formOrigin: string
  readonly otherForm: OtherForm
  /** The plans of the shop that are missing at the gateway. Throws `Declined` for keys that it does not accept. */
  missingPlans(): Promise<readonly string[]>
  /** Stores a card, and creates the customer if this is their first one. */
  storeCard(customer: Customer, card: Card): Promise<StoredCard>
  /** Starts the subscription; the first bill is paid at once. Returns its ID. */
  subscribe(card: StoredCard, plan: Plan, discount: BillDiscount | null): Promise<string>
  /**
   * Changes the plan, and charges or credits the rest of the period with the discount of the new price.
   *
   * @param before the discount of the present price
   * @param after the discount of the new price
   */
  changePlan(subscriptionId: string, plan: Plan, before: BillDiscount, after: BillDiscount): Promise<void>
  cancel(subscriptionId: string): Promise<void>
  /** The charges, newest first, and the next bill. */
  billing(subscriptionId: string): Promise<Billing>
}

/** A refusal of the gateway: its reason selects the words for the customer. */
export class Declined extends Error {
  override readonly name = 'Declined'
  readonly reason: keyof Words['declined']
  /** The message of the gateway. */
  readonly detail: string

  constructor(reason: keyof Words['declined'], detail = '') {
    super(en.declined[reason].replace('{detail}', () => detail))
    this.reason = reason
    this.detail = detail
  }

  wordsIn({ declined }: Words): Html {
    return filled(declined[this.reason], { detail: this.detail })
  }
}
