import { paymentOf } from '../lookup/billing.ts'
import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import { listInside } from '../wire/list.ts'
import { type changes, isBefore } from '../wire/version.ts'
import { priceJson } from './catalog-json.ts'
import { couponJson } from './discount-json.ts'
import { chargeJson } from './payment-json.ts'
import { planJson } from './subscription-json.ts'
import { taxRateJson } from './tax-json.ts'

type Shaper = (account: StripeAccount, it: Shown, now: number) => Shown

/** An object and its inner objects as a version of the API shows them. Objects in the present shape stay as they are. */
export function inShapeOf(version: string, account: StripeAccount, now: number): (object: object) => object {
  const shapers = newestFirst.filter((change) => isBefore(version, change)).map((change) => older[change])
  if (shapers.length === 0) return (object) => object
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape)
    if (typeof value !== 'object' || value === null) return value
    let shown: Shown = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)]))
    if ('deleted' in shown) return shown
    for (const byKind of shapers) shown = byKind[`${shown.object}`]?.(account, shown, now) ?? shown
    return shown
  }
  return (object) => Object(shape(object))
}

/** Later changes are undone first. */
const newestFirst = ['dahlia', 'clover', 'basil', 'marketingFeatures', 'latestCharge'] as const

/** The shapes of objects before each change, by their kind. */
const older: Readonly<Record<keyof typeof changes, Readonly<Record<string, Shaper>>>> = {
  dahlia: {
    'checkout.session': (_account, { ui_mode: mode, ...it }) => ({
      ...it,
      ui_mode: olderUiModes[`${mode}`] ?? mode,
    }),
  },
  clover: {
    discount: ({ coupons }, { source, ...it }, now) => {
      const coupon = coupons.get(`${Object(source).coupon}`)
      return { ...it, coupon: coupon === undefined ? null : couponJson(coupon, now) }
    },
    promotion_code: ({ coupons }, { promotion, ...it }, now) => {
      const coupon = coupons.get(`${Object(promotion).coupon}`)
      return { ...it, coupon: coupon === undefined ? null : couponJson(coupon, now) }
    },
  },
  basil: {
    subscription: olderSubscription,
    invoice: olderInvoice,
    line_item: olderLine,
    invoiceitem: olderInvoiceItem,
    charge: ({ charges }, it) => ({ ...it, invoice: charges.get(`${it.id}`)?.invoice ?? null }),
    payment_intent: ({ paymentIntents }, it) => {
      return { ...it, invoice: paymentIntents.get(`${it.id}`)?.invoice ?? null }
    },
    credit_note: (_account, it) => {
      const [first] = Array.isArray(it.refunds) ? it.refunds : []
      return { ...it, refund: Object(first).refund ?? null, tax_amounts: [] }
    },
  },
  marketingFeatures: {
    product: (_account, { marketing_features, ...it }) => ({ ...it, features: marketing_features }),
  },
  latestCharge: {
    payment_intent: (account, it) => {
      const mine = Array.from(account.charges.values()).filter(({ paymentIntent }) => paymentIntent === it.id)
      const data = mine.toReversed().map((charge) => chargeJson(account, charge))
      return { ...it, charges: listInside(`/v1/charges?payment_intent=${it.id}`, data) }
    },
  },
}

const olderUiModes: Readonly<Record<string, string>> = {
  hosted_page: 'hosted',
  embedded_page: 'embedded',
  elements: 'custom',
}

/** Its period was its own, and it had one discount beside the list. */
function olderSubscription(account: StripeAccount, it: Shown, now: number): Shown {
  const subscription = account.subscriptions.get(`${it.id}`)
  if (subscription === undefined) return it
  const [item, ...others] = subscription.items
  const price = account.prices.get(item?.price ?? '')
  const isSingle = others.length === 0 && price !== undefined
  const [first] = Array.isArray(it.items) ? [] : (Object(it.items).data ?? [])
  return {
    ...it,
    current_period_end: Object(first).current_period_end ?? subscription.periodEnd,
    current_period_start: Object(first).current_period_start ?? subscription.periodStart,
    discount: firstDiscount(account, it, now),
    plan: isSingle ? planJson(price) : null,
    quantity: isSingle ? (item?.quantity ?? null) : null,
  }
}

/** An invoice as it was before it had a parent and payments. */
function olderInvoice(account: StripeAccount, it: Shown, now: number): Shown {
  const {
    parent,
    total_taxes: taxes,
    amount_overpaid: _overpaid,
    amount_paid_off_stripe: elsewhere,
    ...rest
  } = it
  const invoice = account.invoices.get(`${it.id}`.replace(/^upcoming_/, ''))
  const payment = invoice === undefined ? null : paymentOf(account, invoice)
  const intent = account.paymentIntents.get(payment?.paymentIntent ?? '')
  const taxAmounts = olderTaxes(taxes)
  const details = Object(Object(parent).subscription_details)
  return {
    ...rest,
    application_fee_amount: null,
    charge: intent?.latestCharge ?? null,
    discount: firstDiscount(account, it, now),
    paid: it.status === 'paid',
    paid_out_of_band: it.status === 'paid' && elsewhere !== 0,
    payment_intent: intent?.id ?? null,
    quote: null,
    subscription: details.subscription ?? null,
    subscription_details: { metadata: details.metadata ?? null },
    tax: taxAmounts.length === 0 ? null : taxAmounts.reduce((sum, { amount }) => sum + Number(amount), 0),
    total_tax_amounts: taxAmounts,
    transfer_data: null,
  }
}

/** A line of an invoice, with its own price and period. */
function olderLine(account: StripeAccount, it: Shown): Shown {
  const { parent, pricing, taxes, subtotal: _subtotal, quantity_decimal: _decimal, ...rest } = it
  const ofItem = Object(Object(parent).subscription_item_details)
  const ofInvoice = Object(Object(parent).invoice_item_details)
  const isOfSubscription = Object(parent).type === 'subscription_item_details'
  const details = isOfSubscription ? ofItem : ofInvoice
  const invoiceItem = details.invoice_item ?? null
  const item = account.invoiceItems.get(`${invoiceItem}`)
  const subscription = account.subscriptions.get(`${details.subscription}`)
  const own = subscription?.items.find(({ id }) => id === details.subscription_item)
  const amounts = olderTaxes(taxes)
  const included = amounts.reduce((sum, tax) => sum + (tax.inclusive === true ? Number(tax.amount) : 0), 0)
  const rates = item?.taxRates ?? own?.taxRates ?? []
  return {
    ...rest,
    ...pricedBy(account, pricing),
    amount_excluding_tax: Number(it.amount) - included,
    proration: details.proration ?? false,
    proration_details: details.proration_details ?? { credited_items: null },
    subscription: details.subscription ?? null,
    ...(invoiceItem !== null && { invoice_item: invoiceItem }),
    ...(details.subscription_item !== undefined && { subscription_item: details.subscription_item }),
    tax_amounts: amounts,
    tax_rates: rates.map((id) => taxRateJson(taxRateOf(account, id))),
    type: isOfSubscription && invoiceItem === null ? 'subscription' : 'invoiceitem',
    unit_amount_excluding_tax: Object(pricing).unit_amount_decimal ?? null,
  }
}

/** An invoice item, with its price and subscription by themselves. */
function olderInvoiceItem(account: StripeAccount, it: Shown): Shown {
  const { parent, pricing, net_amount: _net, quantity_decimal: _decimal, ...rest } = it
  const details = Object(Object(parent).subscription_details)
  const decimal = Object(pricing).unit_amount_decimal ?? `${it.amount}`
  return {
    ...rest,
    ...pricedBy(account, pricing),
    subscription: details.subscription ?? null,
    ...(details.subscription_item !== undefined && { subscription_item: details.subscription_item }),
    unit_amount: Number(decimal),
    unit_amount_decimal: decimal,
  }
}

function pricedBy({ prices }: StripeAccount, pricing: unknown) {
  const price = prices.get(`${Object(Object(pricing).price_details).price}`)
  if (price === undefined) return { price: null, plan: null }
  return { price: priceJson(price), plan: price.recurring === null ? null : planJson(price) }
}

/** Taxes had other names, and were said to be in the amount by a flag. */
function olderTaxes(taxes: unknown): readonly Shown[] {
  return (Array.isArray(taxes) ? taxes : []).map((tax) => ({
    amount: tax.amount,
    inclusive: tax.tax_behavior === 'inclusive',
    tax_rate: tax.tax_rate_details.tax_rate,
    taxability_reason: tax.taxability_reason,
    taxable_amount: tax.taxable_amount,
  }))
}

/** An object as it is answered. */
type Shown = Readonly<Record<string, unknown>>

/** The first of the discounts, which older versions show whole. */
function firstDiscount(account: StripeAccount, it: Shown, now: number): object | null {
  const ids: readonly unknown[] = Array.isArray(it.discounts) ? it.discounts : []
  const discount = account.discounts.get(`${ids[0]}`)
  if (discount === undefined) return null
  const coupon = account.coupons.get(discount.coupon)
  const { coupon: _id, isUsed: _used, subscriptionItem, invoiceItem, promotionCode, ...rest } = discount
  return {
    ...rest,
    object: 'discount',
    checkout_session: null,
    coupon: coupon === undefined ? null : couponJson(coupon, now),
    invoice_item: invoiceItem,
    promotion_code: promotionCode,
    subscription_item: subscriptionItem,
  }
}
