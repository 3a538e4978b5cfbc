import type { StripeAccount } from '../model/account.ts'
import { listInside } from '../wire/list.ts'
import { type changes, isBefore } from '../wire/version.ts'
import { couponJson } from './discount-json.ts'
import { firstDiscount, type Shown } from './older-discount.ts'
import { olderInvoice, olderInvoiceItem, olderLine } from './older-invoice.ts'
import { chargeJson } from './payment-json.ts'
import { planJson } from './subscription-json.ts'

type Shaper = (account: StripeAccount, it: Shown, now: number) => Shown

/** An object with everything inside of it as a version of the API shows it. What is in today's shape is left as it is. */
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

/** What objects were like before each change, by their kind. */
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
