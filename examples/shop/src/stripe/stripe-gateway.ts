import Stripe from 'stripe'
import type { Customer } from '../customers.ts'
import { type BillDiscount, Declined, type Gateway, type StripeSettings } from '../gateway.ts'
import { checkoutOrigin, checkoutPage } from './checkout-page.ts'
import { billOf, dateOf, discountOf } from './invoices.ts'
import { pricesOf } from './prices.ts'
import { accepted } from './refusals.ts'

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
