import Stripe from 'stripe'
import type { Customer } from '../customers.ts'
import {
  type Bill,
  type BillDiscount,
  Declined,
  type Gateway,
  type OtherForm,
  type StripeSettings,
} from '../gateway.ts'
import { type Plan, plans } from '../plans.ts'

export function createStripeGateway(settings: StripeSettings): Gateway {
  const { protocol, hostname, port } = new URL(settings.url)
  const sdk = new Stripe(settings.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    telemetry: false,
  })
  const priceOf = pricesOf(sdk)

  return {
    testCard: '4242 4242 4242 4242',
    formOrigin: checkoutOrigin(settings),
    otherForm: checkoutPage(sdk, settings, priceOf),

    /** Prices that are missing are made when they are needed. */
    async missingPlans() {
      try {
        await sdk.prices.list({ limit: 1 })
        return []
      } catch (error) {
        const isOfKey = error instanceof Stripe.errors.StripeAuthenticationError
        if (!isOfKey && !(error instanceof Stripe.errors.StripePermissionError)) throw error
        throw new Declined('stripeKey')
      }
    },

    /** With Stripe's form fields in a page, the payment method that they make would take the card's place. */
    async storeCard(customer, { number, expires, cvv }) {
      const [month = '', year = ''] = expires.split('/')
      const card = { number, exp_month: Number(month), exp_year: Number(`20${year.slice(-2)}`), cvc: cvv }
      const { id: token } = await accepted(sdk.paymentMethods.create({ type: 'card', card }))
      const customerId = await customerOf(customer)
      await accepted(sdk.paymentMethods.attach(token, { customer: customerId }))
      return { customerId, token }
    },

    async subscribe({ customerId, token }, plan, discount) {
      const order = { customer: customerId, token, price: await priceOf(plan) }
      return (await withDiscount(order, discount)).id
    },

    /** The discount is a percentage, so that the prorated charge has that of the new price by itself. */
    async changePlan(subscriptionId, plan) {
      const { items } = await sdk.subscriptions.retrieve(subscriptionId)
      const [item] = items.data
      if (item === undefined) throw new Error(`subscription ${subscriptionId} has no item`)
      await accepted(
        sdk.subscriptions.update(subscriptionId, {
          items: [{ id: item.id, price: await priceOf(plan) }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        }),
      )
    },

    async cancel(subscriptionId) {
      const { status } = await sdk.subscriptions.retrieve(subscriptionId)
      if (status !== 'canceled') await sdk.subscriptions.cancel(subscriptionId)
    },

    async billing(subscription) {
      const [{ status, items }, invoices] = await Promise.all([
        sdk.subscriptions.retrieve(subscription),
        sdk.invoices.list({ subscription, limit: 100 }),
      ])
      const bills = invoices.data.filter((it) => it.status !== 'draft').map(billOf)
      if (status === 'canceled') return { bills, nextBill: null }
      // A draft is charged an hour after it was made.
      const draft = invoices.data.find((it) => it.status === 'draft')
      const next = draft ?? (await sdk.invoices.createPreview({ subscription }))
      const at = draft?.created ?? items.data[0]?.current_period_end ?? 0
      const nextBill = { date: dateOf(at), cents: next.amount_due, discountCents: discountOf(next) }
      return { bills, nextBill }
    },
  }

  /** Who paid before keeps their customer. */
  async function customerOf({ id, name, email, billed }: Customer): Promise<string> {
    if (billed !== null) return billed.customerId
    const made = await sdk.customers.create({ name, email, metadata: { account_id: id } })
    return made.id
  }

  /** A coupon that is gone does not keep a customer from paying: the service refunds what the first bill lacks. */
  async function withDiscount(
    order: { readonly customer: string; readonly token: string; readonly price: string },
    discount: BillDiscount | null,
  ): Promise<Stripe.Subscription> {
    try {
      return await accepted(
        sdk.subscriptions.create({
          customer: order.customer,
          default_payment_method: order.token,
          items: [{ price: order.price }],
          payment_behavior: 'error_if_incomplete',
          ...(discount === null ? {} : { discounts: [{ coupon: discount.id }] }),
        }),
      )
    } catch (error) {
      if (discount === null || !isOfDiscounts(error)) throw error
      return withDiscount(order, null)
    }
  }
}

function isOfDiscounts(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return error.param?.startsWith('discounts') === true
}

/** The result of a call. Throws `Declined` if the card or its typed data were refused. */
async function accepted<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!isOfCard(error)) throw error
    throw new Declined('refused', error.message)
  }
}

function isOfCard(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  if (error instanceof Stripe.errors.StripeCardError) return true
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith('card') === true
}

function billOf(invoice: Stripe.Invoice): Bill {
  return {
    id: invoice.id,
    date: dateOf(invoice.created),
    paidCents: invoice.amount_paid,
    discountCents: discountOf(invoice),
    isPaid: invoice.status === 'paid',
  }
}

/** The sum of discounts, and of credit that is an item of the invoice. */
function discountOf({ total_discount_amounts: discounts, lines }: Stripe.Invoice): number {
  const credit = lines.data.filter(({ amount, parent }) => {
    return amount < 0 && parent?.invoice_item_details?.proration === false
  })
  const off = (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return credit.reduce((sum, { amount }) => sum - amount, off)
}

/** `2026-03-31` */
function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

type CheckoutPage = Extract<OtherForm, { readonly kind: 'CHECKOUT_PAGE' }>

const STRIPE_API = 'https://api.stripe.com'
const STRIPE_CHECKOUT = 'https://checkout.stripe.com'

/** Stripe has its pages at another host than its API; a local Stripe has them beside it. */
function checkoutOrigin({ url }: StripeSettings): string {
  return url === STRIPE_API ? STRIPE_CHECKOUT : url
}

/**
 * Stripe Checkout. The referral code goes along in the metadata of session and subscription, where the service finds it, and its
 * coupon into the one discount that a session can have.
 */
function checkoutPage(sdk: Stripe, settings: StripeSettings, priceOf: Prices): CheckoutPage {
  return {
    kind: 'CHECKOUT_PAGE',
    async open({ customer, plan, offer, backUrl, cancelUrl }) {
      const metadata = {
        account_id: customer.id,
        ...(offer === null ? {} : { referral_coupon: offer.code }),
      }
      const session = await sdk.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: await priceOf(plan), quantity: 1 }],
        success_url: `${backUrl}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: cancelUrl,
        metadata,
        subscription_data: { metadata },
        ...(customer.billed === null
          ? { customer_email: customer.email }
          : { customer: customer.billed.customerId }),
        ...(offer === null
          ? {}
          : { client_reference_id: `gw_${offer.code}`, discounts: [{ coupon: offer.discountId }] }),
      })
      if (session.url === null) throw new Error('address missing in an open session')
      return session.url.replace(STRIPE_CHECKOUT, checkoutOrigin(settings))
    },
    async complete(query, customer) {
      const session = await findSession(sdk, new URLSearchParams(query).get('session_id') ?? '')
      if (session?.metadata?.account_id !== customer.id) throw new Declined('noPayment')
      const [customerId, subscriptionId] = [idOf(session.customer), idOf(session.subscription)]
      if (session.status !== 'complete' || customerId === null || subscriptionId === null) {
        throw new Declined('notComplete')
      }
      return { customerId, subscriptionId, code: session.metadata.referral_coupon ?? null }
    },
  }
}

async function findSession(sdk: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await sdk.checkout.sessions.retrieve(id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

function idOf(value: string | { readonly id: string } | null): string | null {
  return value === null || typeof value === 'string' ? value : value.id
}

/** The ID of the price of a plan. */
type Prices = (plan: Plan) => Promise<string>

/** The prices of the account by plan: a plan is the price with its lookup key, which is made where there is none. */
function pricesOf(sdk: Stripe): Prices {
  let known: Promise<ReadonlyMap<string, string>> | null = null
  return async (plan) => {
    known ??= findPrices(sdk)
    const prices = await known.catch((error: unknown) => {
      known = null
      throw error
    })
    const price = prices.get(plan.id)
    if (price === undefined) throw new Error(`there is no price for the plan ${plan.id}`)
    return price
  }
}

async function findPrices(sdk: Stripe): Promise<ReadonlyMap<string, string>> {
  const { data } = await sdk.prices.list({ lookup_keys: plans.map(({ id }) => id), active: true })
  const found = new Map(data.map(({ id, lookup_key: key }) => [key ?? '', id]))
  for (const plan of plans) {
    if (found.has(plan.id)) continue
    const made = await sdk.prices.create({
      currency: 'usd',
      unit_amount: plan.cents,
      recurring: { interval: 'month' },
      lookup_key: plan.id,
      product_data: { name: plan.name },
    })
    found.set(plan.id, made.id)
  }
  return found
}
