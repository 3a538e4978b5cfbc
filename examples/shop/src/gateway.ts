import braintree, { type BraintreeGateway, type Discount, type Subscription } from 'braintree'
import { type Customer, namesOf } from './customers.ts'
import { type Plan, priceOf } from './plans.ts'

/** Where the shop's subscriptions are billed, and the keys for it. */
export type GatewaySettings = {
  /** `http://127.0.0.1:3001`: a local gateway. */
  readonly url: string
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
}

export type Card = { readonly number: string; readonly expires: string; readonly cvv: string }

/** A customer of the gateway with a card that can be charged. */
export type StoredCard = { readonly customerId: string; readonly token: string }

/** A discount to take off each bill; `id` names the discount in the gateway that it inherits from. */
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

/** What the gateway refused, in words for the customer. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

export type Gateway = ReturnType<typeof createGateway>

/** The calls that the shop makes to its payment gateway. Each throws `Declined` if the customer can do something about it. */
export function createGateway(settings: GatewaySettings) {
  const { hostname, port, origin } = new URL(settings.url)
  const sdk: BraintreeGateway = new braintree.BraintreeGateway({
    environment: new braintree.Environment(hostname, port, origin, false, hostname, port),
    merchantId: settings.merchantId,
    publicKey: settings.publicKey,
    privateKey: settings.privateKey,
  })

  return {
    /** Throws `Declined` for keys that the gateway does not accept. */
    async planIds(): Promise<readonly string[]> {
      try {
        return (await sdk.plan.all()).map(({ id }) => id)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AuthenticationError') throw error
        throw new Declined('The gateway does not accept these keys for this merchant.')
      }
    },

    /**
     * Stores a card, and creates the customer if this is their first one. With the gateway's form fields in a page, a nonce
     * would take the card's place.
     */
    async storeCard(customer: Customer, card: Card): Promise<StoredCard> {
      const creditCard = { number: card.number, expirationDate: card.expires, cvv: card.cvv }
      if (customer.billed !== null) {
        const { customerId } = customer.billed
        const stored = accepted(await sdk.creditCard.create({ customerId, ...creditCard }))
        return { customerId, token: stored.creditCard.token }
      }
      const person = { ...namesOf(customer), email: customer.email }
      // The types require the ID of the customer, which exists only after this call.
      const withCard = { ...person, creditCard: creditCard as braintree.CreditCardCreateRequest }
      return storedCardOf(accepted(await sdk.customer.create(withCard)).customer)
    },

    /** Starts the subscription; the first bill is paid at once. Returns its ID. */
    async subscribe(token: string, plan: Plan, discount: BillDiscount | null): Promise<string> {
      const { subscription } = accepted(
        await sdk.subscription.create({
          paymentMethodToken: token,
          planId: plan.id,
          ...(discount === null ? {} : { discounts: { add: [newDiscount(discount)] } }),
        }),
      )
      return subscription.id
    },

    /**
     * Changes plan and discount in one update, so that the prorated charge is made with the new discount.
     *
     * @param before the discount of the present price; what is on the subscription beyond it is credit for the next bill
     * @param after the discount of the new price
     */
    async changePlan(
      subscriptionId: string,
      plan: Plan,
      before: BillDiscount,
      after: BillDiscount,
    ): Promise<void> {
      const present = await sdk.subscription.find(subscriptionId)
      const ours = sumOf(present.discounts?.filter(({ id }) => id === after.id) ?? [])
      const credit = Math.max(0, ours - before.cents)
      const discount = { id: after.id, cents: Math.min(after.cents + credit, plan.cents) }
      accepted(
        await sdk.subscription.update(subscriptionId, {
          planId: plan.id,
          price: priceOf(plan.cents),
          discounts: changeOf(present, discount),
          options: { prorateCharges: true, revertSubscriptionOnProrationFailure: true },
        }),
      )
    },

    async cancel(subscriptionId: string): Promise<void> {
      const { status } = await sdk.subscription.find(subscriptionId)
      if (status !== 'Canceled' && status !== 'Expired')
        accepted(await sdk.subscription.cancel(subscriptionId))
    },

    /** What was charged, newest first, and what comes next. */
    async billing(subscriptionId: string): Promise<Billing> {
      const subscription = await sdk.subscription.find(subscriptionId)
      const isLive = subscription.status === 'Active' || subscription.status === 'Past Due'
      return {
        bills: (subscription.transactions ?? []).map((it) => ({
          id: it.id,
          date: it.createdAt.slice(0, 10),
          paidCents: cents(it.amount),
          discountCents: sumOf(it.discounts ?? []),
          isPaid: paidStatuses.includes(it.status),
        })),
        nextBill: isLive
          ? {
              date: subscription.nextBillingDate,
              cents: cents(subscription.nextBillingPeriodAmount),
              discountCents: sumOf(subscription.discounts ?? []),
            }
          : null,
      }
    },

    /** The card of a customer that a form created at the gateway, and the referral code of that form. */
    async findCustomer(customerId: string): Promise<StoredCard & { readonly code: string | null }> {
      const customer = await sdk.customer.find(customerId)
      const code = (customer.customFields as Partial<Record<string, string>>).referralCoupon ?? null
      return { ...storedCardOf(customer), code }
    },
  }
}

const paidStatuses: readonly string[] = ['submitted_for_settlement', 'settling', 'settled']

function newDiscount({ id, cents: off }: BillDiscount) {
  return { inheritedFromId: id, amount: priceOf(off), neverExpires: true, quantity: 1 }
}

/** A discount can be on a subscription once, so one that is there is changed. */
function changeOf(subscription: Subscription, discount: BillDiscount) {
  const isPresent = subscription.discounts?.some(({ id }) => id === discount.id)
  if (discount.cents === 0) return isPresent ? { remove: [discount.id] } : {}
  if (!isPresent) return { add: [newDiscount(discount)] }
  return { update: [{ existingId: discount.id, amount: priceOf(discount.cents), quantity: 1 }] }
}

function storedCardOf({ id, paymentMethods }: braintree.Customer): StoredCard {
  const token = paymentMethods?.[0]?.token
  if (token === undefined) throw new Declined('Enter a card, so that the subscription can be paid.')
  return { customerId: id, token }
}

function accepted<Result extends { success: boolean; message?: string }>(result: Result): Result {
  if (!result.success) throw new Declined(`The payment was refused: ${result.message ?? 'no reason given'}`)
  return result
}

function sumOf(discounts: readonly Pick<Discount, 'amount' | 'quantity'>[]): number {
  return discounts.reduce((sum, it) => sum + cents(it.amount ?? '0') * (it.quantity ?? 1), 0)
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100)
}
