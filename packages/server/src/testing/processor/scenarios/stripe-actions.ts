import { currencyDecimals, parseCurrency } from '@goodword/domain/values/money'
import type Stripe from 'stripe'
import type { Subscriber } from '../processor-story.ts'
import type { StripeStory, StripeSubscribing } from '../stripe/stripe-story.ts'
import { billRow } from './bill-table.ts'
import { ScenarioActions } from './scenario-actions.ts'

const INVOICE_PARTS = ['data.payments', 'data.total_discount_amounts.discount']

export class StripeActions extends ScenarioActions<StripeSubscribing> {
  protected readonly story: StripeStory

  constructor(story: StripeStory, prefix: string) {
    super(prefix)
    this.story = story
  }

  protected makeCustomer(account: string, subscribing?: StripeSubscribing): Promise<Subscriber> {
    return this.story.subscribe(account, subscribing)
  }

  protected makeSubscription(
    { customerId }: Subscriber,
    subscribing: StripeSubscribing = {},
  ): Promise<string> {
    return this.story.addSubscription(customerId, subscribing)
  }

  async cancel(name: string): Promise<void> {
    await this.#sdk.subscriptions.cancel(this.subscriptionOf(name))
  }

  /** Changes a subscription by the merchant's server or in the Dashboard; nothing is prorated unless that is said. */
  async update(name: string, change: Stripe.SubscriptionUpdateParams): Promise<void> {
    const request = { proration_behavior: 'none', ...change } as const
    await this.#sdk.subscriptions.update(this.subscriptionOf(name), request)
  }

  /** Another plan or quantity. */
  async change(
    name: string,
    { plan, quantity }: Pick<StripeSubscribing, 'plan' | 'quantity'>,
    more: Stripe.SubscriptionUpdateParams = {},
  ): Promise<void> {
    const { items } = await this.#sdk.subscriptions.retrieve(this.subscriptionOf(name))
    const [item] = items.data
    if (item === undefined) throw new Error(`${name} has no item`)
    const price = plan === undefined ? {} : { price: await this.story.price(plan) }
    const changed = { id: item.id, ...price, ...(quantity === undefined ? {} : { quantity }) }
    await this.update(name, { items: [changed], ...more })
  }

  async removeDiscount(name: string): Promise<void> {
    const isOurs = (it: Stripe.Discount) => isOurCoupon(couponIdOf(it))
    const foreign = (await this.#discounts(name)).filter((it) => !isOurs(it))
    const discounts = foreign.map(({ id }) => ({ discount: id }))
    await this.update(name, { discounts: discounts.length === 0 ? '' : discounts })
  }

  /** Our discount on a subscription, replaced by one of another rate by a hand. */
  async changeDiscount(name: string, percent: number): Promise<void> {
    await this.update(name, { discounts: [{ coupon: await this.story.ourCoupon(percent) }] })
  }

  /** One of the merchant's own coupons, beside the discounts that are there. */
  async addCoupon(name: string, coupon: string): Promise<void> {
    const present = (await this.#discounts(name)).map(({ id }) => ({ discount: id }))
    await this.update(name, { discounts: [...present, { coupon }] })
  }

  async deleteCustomer(name: string): Promise<void> {
    await this.#sdk.customers.del(this.subscriber(name).customerId)
  }

  /** The card of a customer from now on, such as `pm_card_chargeCustomerFail`. */
  async useCard(name: string, card: string): Promise<void> {
    const { customerId } = this.subscriber(name)
    const { id } = await this.#sdk.paymentMethods.attach(card, { customer: customerId })
    await this.#sdk.customers.update(customerId, { invoice_settings: { default_payment_method: id } })
  }

  /** Refunds a part of the last charge, in minor units, or the rest of it. */
  async refundLast(name: string, amount?: number): Promise<void> {
    const part = amount === undefined ? {} : { amount }
    await this.#sdk.refunds.create({ payment_intent: await this.#lastPayment(name), ...part })
  }

  /** The bank of a customer wants the last charge back. */
  async disputeLast(name: string): Promise<void> {
    const { latest_charge: charge } = await this.#sdk.paymentIntents.retrieve(await this.#lastPayment(name))
    await this.story.tenant.shop.control('POST', '/disputes', { charge })
  }

  async decideDispute(name: string, status: 'won' | 'lost'): Promise<void> {
    const payment_intent = await this.#lastPayment(name)
    const [dispute] = (await this.#sdk.disputes.list({ payment_intent })).data
    await this.story.tenant.shop.control('POST', `/disputes/${dispute?.id}/decide`, { status })
  }

  /** The invoice of a trial is no bill. An unpaid invoice has its status. */
  protected async rowsOf(subscriptionId: string): Promise<readonly string[]> {
    const { trial_end } = await this.#sdk.subscriptions.retrieve(subscriptionId)
    const invoices = await this.#invoicesOf(subscriptionId)
    const bills = invoices.filter(({ subtotal, created }) => subtotal > 0 || created >= (trial_end ?? 0))
    const rows = bills.map(async (it) => {
      const off = ourDiscountOn(it)
      const refunds = await Promise.all(paymentsOf(it).map((id) => this.#refundsOf(id)))
      const day = new Date(it.created * 1000).toISOString().slice(0, 10)
      const textOf = (minor: number) => amountText(minor, it.currency)
      const row = billRow(day, off === 0 ? '' : textOf(off), textOf(it.total), refunds.flat().map(textOf))
      return it.status === 'paid' ? row : `${row} | ${it.status}`
    })
    return Promise.all(rows)
  }

  async #invoicesOf(subscription: string): Promise<readonly Stripe.Invoice[]> {
    const { data } = await this.#sdk.invoices.list({ subscription, limit: 100, expand: INVOICE_PARTS })
    return data.toReversed()
  }

  async #refundsOf(payment: string): Promise<readonly number[]> {
    const { data } = await this.#sdk.refunds.list({ payment_intent: payment, limit: 100 })
    return data.map(({ amount }) => amount)
  }

  async #lastPayment(name: string): Promise<string> {
    const invoices = await this.#invoicesOf(this.subscriptionOf(name))
    const last = invoices.flatMap(paymentsOf).at(-1)
    if (last === undefined) throw new Error(`${name} has paid nothing yet`)
    return last
  }

  async #discounts(name: string): Promise<readonly Stripe.Discount[]> {
    const expand = ['discounts.source.coupon']
    const { discounts } = await this.#sdk.subscriptions.retrieve(this.subscriptionOf(name), { expand })
    return discounts.filter((it) => typeof it !== 'string')
  }

  get #sdk() {
    return this.story.tenant.shop.sdk
  }
}

/** The discount of our coupon and our items on an invoice, in minor units. */
function ourDiscountOn({ total_discount_amounts, lines }: Stripe.Invoice): number {
  const byCoupon = (total_discount_amounts ?? []).reduce((sum, { amount, discount }) => {
    const isOurs =
      typeof discount !== 'string' && !('deleted' in discount) && isOurCoupon(couponIdOf(discount))
    return isOurs ? sum + amount : sum
  }, 0)
  const isOurItem = ({ metadata }: Stripe.InvoiceLineItem) =>
    Object.keys(metadata).some((key) => key.startsWith('goodword_'))
  return byCoupon - lines.data.filter(isOurItem).reduce((sum, { amount }) => sum + amount, 0)
}

function paymentsOf({ payments }: Stripe.Invoice): readonly string[] {
  return (payments?.data ?? []).flatMap(({ payment: { payment_intent: id } }) =>
    typeof id === 'string' ? [id] : [],
  )
}

function couponIdOf({ source: { coupon } }: Stripe.Discount): string {
  return typeof coupon === 'string' ? coupon : (coupon?.id ?? '')
}

function isOurCoupon(id: string): boolean {
  return /^referral_discount-\d+$/.test(id)
}

/** Decimals that differ between Stripe and ISO 4217: krónur and shillings in hundredths, ariary in whole ones. */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

function amountText(amount: number, code: string): string {
  const currency = parseCurrency(code.toUpperCase())
  if (currency === null) throw new Error(`${code} is not a currency`)
  const decimals = currencyDecimals(currency)
  return (amount / 10 ** (stripeDecimals[currency] ?? decimals)).toFixed(decimals)
}
