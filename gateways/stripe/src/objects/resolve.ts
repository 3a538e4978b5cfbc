import { paymentOf } from '../lookup/billing.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Resolve } from '../wire/expand.ts'
import { listInside } from '../wire/list.ts'
import type { Work } from '../work.ts'
import { currencyOptionsOfPrice, priceJson, productJson, tiersOf } from './catalog-json.ts'
import {
  balanceTransactionJson,
  creditOf,
  customerJson,
  paymentMethodJson,
  taxIdJson,
} from './customer-json.ts'
import { appliesTo, couponJson, currencyOptionsOf, discountJson, promotionCodeJson } from './discount-json.ts'
import { disputeJson } from './dispute-json.ts'
import { paymentIntentJson, secretOf, setupIntentJson } from './intent-json.ts'
import { invoiceJson } from './invoice-json.ts'
import { chargeJson, invoicePaymentJson, refundJson } from './payment-json.ts'
import { portalConfigurationJson } from './portal-json.ts'
import { scheduleJson } from './schedule-json.ts'
import { lineItemJson, sessionJson } from './session-json.ts'
import { subscriptionJson } from './subscription-json.ts'
import { testClockJson } from './test-clock-json.ts'

/** Finds what `expand` puts into an answer. */
export function resolverOf(work: Work, shape: (object: object) => object): Resolve {
  const shaped = (found: object | null | undefined) => (found == null ? found : shape(found))
  return {
    object: (key, id) => shaped(resolve(work, key, id)) ?? null,
    part: ({ object, id }, key) => shaped(parts[`${object}.${key}`]?.(work.account, `${id}`)),
  }
}

/** The object of an id, for `expand`; null for an unknown one. Ids of coupons have any shape, so the key names the kind. */
function resolve({ account, now }: Work, key: string, id: string): object | null {
  if (key === 'coupon') {
    const coupon = account.coupons.get(id)
    return coupon === undefined ? null : couponJson(coupon, now)
  }
  const prefix = id.startsWith('sub_sched_') ? 'sub_sched' : id.slice(0, id.indexOf('_'))
  return finders[prefix]?.(account, id, now) ?? null
}

type Finder = (account: StripeAccount, id: string, now: number) => object | null

const finders: Readonly<Record<string, Finder>> = {
  cus: (account, id) => {
    const found = account.customers.get(id)
    if (found === undefined) return null
    return found.isDeleted ? { id, object: 'customer', deleted: true } : customerJson(account, found)
  },
  cbtxn: ({ balanceTransactions }, id) => shown(balanceTransactions.get(id), balanceTransactionJson),
  pm: ({ paymentMethods }, id) => shown(paymentMethods.get(id), paymentMethodJson),
  prod: ({ products }, id) => shown(products.get(id), productJson),
  price: ({ prices }, id) => shown(prices.get(id), priceJson),
  di: ({ discounts }, id) => shown(discounts.get(id), discountJson),
  sub: (account, id) => shown(account.subscriptions.get(id), (it) => subscriptionJson(account, it)),
  sub_sched: (account, id) => shown(account.schedules.get(id), (it) => scheduleJson(account, it)),
  in: (account, id) => shown(account.invoices.get(id), (it) => invoiceJson(account, it)),
  inpay: (account, id) => shown(account.invoicePayments.get(id), (it) => invoicePaymentJson(account, it)),
  ch: (account, id) => shown(account.charges.get(id), (it) => chargeJson(account, it)),
  pi: (account, id) => shown(account.paymentIntents.get(id), (it) => paymentIntentJson(account, it)),
  seti: (account, id) => shown(account.setupIntents.get(id), (it) => setupIntentJson(account, it)),
  re: ({ refunds, charges }, id) => {
    const refund = refunds.get(id)
    const charge = charges.get(refund?.charge ?? '')
    return refund === undefined || charge === undefined ? null : refundJson(refund, charge)
  },
  dp: ({ disputes, charges }, id) => {
    const dispute = disputes.get(id)
    const charge = charges.get(dispute?.charge ?? '')
    return dispute === undefined || charge === undefined ? null : disputeJson(dispute, charge)
  },
  bpc: ({ portalConfigurations }, id) => shown(portalConfigurations.get(id), portalConfigurationJson),
  cs: (account, id) => shown(account.sessions.get(id), (it) => sessionJson(account, it)),
  clock: ({ testClocks }, id) => shown(testClocks.get(id), testClockJson),
  promo: ({ promotionCodes, coupons }, id, now) =>
    shown(promotionCodes.get(id), (it) => promotionCodeJson(it, coupons.get(it.coupon), now)),
}

/** Parts that an object has only when they are asked for, by its kind and their name. */
const parts: Readonly<Record<string, (account: StripeAccount, id: string) => object | null>> = {
  'charge.refunds': (account, id) => {
    const refunds = Array.from(account.refunds.values()).filter((it) => it.charge === id)
    return shown(account.charges.get(id), (charge) => {
      const data = refunds.map((it) => refundJson(it, charge))
      return listInside(`/v1/charges/${id}/refunds`, data)
    })
  },
  'checkout.session.line_items': (account, id) =>
    shown(account.sessions.get(id), (session) => {
      const data = session.items.map((_item, place) => lineItemJson(account, session, place))
      return listInside(`/v1/checkout/sessions/${id}/line_items`, data)
    }),
  'coupon.applies_to': ({ coupons }, id) => shown(coupons.get(id), appliesTo),
  'coupon.currency_options': ({ coupons }, id) => shown(coupons.get(id), currencyOptionsOf),
  'price.currency_options': ({ prices }, id) => shown(prices.get(id), currencyOptionsOfPrice),
  'price.tiers': ({ prices }, id) => shown(prices.get(id), tiersOf),
  'customer.invoice_credit_balance': ({ customers }, id) => shown(customers.get(id), creditOf),
  'customer.tax_ids': ({ taxIds }, id) => {
    const mine = Array.from(taxIds.values()).filter((it) => it.customer === id)
    return listInside(`/v1/customers/${id}/tax_ids`, mine.map(taxIdJson))
  },
  'customer.subscriptions': (account, id) => {
    const live = Array.from(account.subscriptions.values()).filter((it) => {
      return it.customer === id && it.endedAt === null
    })
    const data = live.map((it) => subscriptionJson(account, it))
    return listInside(`/v1/customers/${id}/subscriptions`, data)
  },
  'invoice.confirmation_secret': (account, id) =>
    shown(account.invoices.get(id), (invoice) => {
      const payment = paymentOf(account, invoice)
      if (payment === null) return null
      return { client_secret: secretOf({ id: payment.paymentIntent }), type: 'payment_intent' }
    }),
  'invoice.payments': (account, id) =>
    shown(account.invoices.get(id), (invoice) => {
      const payment = paymentOf(account, invoice)
      return listInside(
        '/v1/invoice_payments',
        payment === null ? [] : [invoicePaymentJson(account, payment)],
      )
    }),
}

function shown<T>(found: T | undefined, view: (thing: T) => object | null): object | null {
  return found === undefined ? null : view(found)
}
