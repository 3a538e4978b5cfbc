import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import braintree, { type BraintreeGateway, type Discount, type Subscription } from 'braintree'
import { type Customer, namesOf } from './customers.ts'
import {
  type BillDiscount,
  type BraintreeSettings,
  Declined,
  type Gateway,
  type GatewaySettings,
  type RedirectForm,
  type StoredCard,
} from './gateway.ts'
import { plans, priceOf } from './plans.ts'
import { createStripeGateway } from './stripe/stripe-gateway.ts'

export function openGateway(settings: GatewaySettings): Gateway {
  return settings.processor === 'stripe' ? createStripeGateway(settings) : createBraintreeGateway(settings)
}

function createBraintreeGateway(settings: BraintreeSettings): Gateway {
  const { hostname, port, origin } = new URL(settings.url)
  const sdk: BraintreeGateway = new braintree.BraintreeGateway({
    environment: new braintree.Environment(hostname, port, origin, false, hostname, port),
    merchantId: settings.merchantId,
    publicKey: settings.publicKey,
    privateKey: settings.privateKey,
  })

  return {
    testCard: '4111 1111 1111 1111',
    formOrigin: settings.url,
    otherForm: {
      kind: 'REDIRECT_FORM',
      open: (customer, backUrl) => redirectForm(settings, customer, backUrl, new Date()),
      complete: async (query) => findCustomer(await confirmRedirect(settings, query)),
    },

    async missingPlans() {
      try {
        const known = (await sdk.plan.all()).map(({ id }) => id)
        return plans.map(({ id }) => id).filter((id) => !known.includes(id))
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AuthenticationError') throw error
        throw new Declined('keys')
      }
    },

    /** With the gateway's form fields in a page, a nonce would take the card's place. */
    async storeCard(customer, card) {
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

    async subscribe({ token }, plan, discount) {
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
     * Changes plan and discount in one update, so that the prorated charge is made with the new discount. The part of the
     * subscription's discount beyond that of the present price is credit for the next bill.
     */
    async changePlan(subscriptionId, plan, before, after) {
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

    async cancel(subscriptionId) {
      const { status } = await sdk.subscription.find(subscriptionId)
      if (status !== 'Canceled' && status !== 'Expired')
        accepted(await sdk.subscription.cancel(subscriptionId))
    },

    async billing(subscriptionId) {
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
  }

  /** The card of a customer that a form created at the gateway, and the referral code of that form. */
  async function findCustomer(customerId: string): Promise<StoredCard & { readonly code: string | null }> {
    const customer = await sdk.customer.find(customerId)
    const code = (customer.customFields as Partial<Record<string, string>>).referralCoupon ?? null
    return { ...storedCardOf(customer), code }
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
  if (token === undefined) throw new Declined('noCard')
  return { customerId: id, token }
}

function accepted<Result extends { success: boolean; message?: string }>(result: Result): Result {
  if (!result.success) throw new Declined('refused', result.message ?? '–')
  return result
}

function sumOf(discounts: readonly Pick<Discount, 'amount' | 'quantity'>[]): number {
  return discounts.reduce((sum, it) => sum + cents(it.amount ?? '0') * (it.quantity ?? 1), 0)
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100)
}

/**
 * The older kind of payment form, which sends the card to the gateway itself (transparent redirect). The referral code
 * goes into its field `customer[custom_fields][referral_coupon]`, which the gateway stores with the customer.
 */
function redirectForm(
  settings: BraintreeSettings,
  customer: Customer,
  redirectUrl: string,
  now: Date,
): RedirectForm {
  const { firstName, lastName } = namesOf(customer)
  const query = new URLSearchParams({
    kind: 'create_customer',
    'customer[first_name]': firstName,
    'customer[last_name]': lastName,
    'customer[email]': customer.email,
    time: now.toISOString().replace(/\D/g, '').slice(0, 14),
    redirect_url: redirectUrl,
    public_key: settings.publicKey,
    api_version: '5',
  }).toString()
  const action = `${settings.url}/merchants/${settings.merchantId}/transparent_redirect_requests`
  return { action, data: `${signatureOf(settings, query)}|${query}` }
}

/**
 * Confirms the returned form at the gateway, which creates the customer.
 *
 * @param query what the gateway added to the address of the page, with its signature
 * @returns the ID of the customer
 */
async function confirmRedirect(settings: BraintreeSettings, query: string): Promise<string> {
  const [signed = '', hash = ''] = query.split('&hash=')
  if (!isEqual(hash, signatureOf(settings, signed))) throw new Declined('forged')
  const id = new URLSearchParams(signed).get('id')
  if (id === null) throw new Declined('notAccepted')
  const address = `${settings.url}/merchants/${settings.merchantId}/transparent_redirect_requests/${encodeURIComponent(id)}/confirm`
  const authorization = `Basic ${btoa(`${settings.publicKey}:${settings.privateKey}`)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization, 'x-apiversion': '5' },
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok) {
    const message = /<message>([^<]*)<\/message>/.exec(text)?.[1]
    throw new Declined('refused', message ?? `status ${response.status}`)
  }
  const customerId = /<id>([^<]+)<\/id>/.exec(text)?.[1]
  if (customerId === undefined) throw new Error('customer ID missing in the confirmation of a form')
  return customerId
}

function signatureOf({ privateKey }: BraintreeSettings, text: string): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(text).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
