import type { StripeAccount } from '../model/account.ts'
import type { Work } from '../work.ts'
import { priceJson, productJson } from './catalog-json.ts'
import { balanceTransactionJson, customerJson, paymentMethodJson } from './customer-json.ts'
import { couponExtras, couponJson, discountJson, promotionCodeJson } from './discount-json.ts'

/** The object of an id, for `expand`; null for what has none. Coupons have ids of any shape, so the key says that it is one. */
export function resolve({ account, now }: Work, key: string, id: string): object | null {
  if (key === 'coupon') {
    const coupon = account.coupons.get(id)
    return coupon === undefined ? null : { ...couponJson(coupon, now), ...couponExtras(coupon) }
  }
  const prefix = id.slice(0, id.indexOf('_'))
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
  promo: ({ promotionCodes, coupons }, id, now) =>
    shown(promotionCodes.get(id), (it) => promotionCodeJson(it, coupons.get(it.coupon), now)),
}

function shown<T>(found: T | undefined, view: (thing: T) => object): object | null {
  return found === undefined ? null : view(found)
}
