import type { StripeAccount } from '../model/account.ts'
import type { Price, Product } from '../model/catalog.ts'
import type { Customer, PaymentMethod } from '../model/customer.ts'
import type { Coupon } from '../model/discount.ts'
import { invalid, missing } from '../wire/api-error.ts'

/** @throws {ApiError} also for a deleted one, unless it is asked for by its path */
export function findCustomer({ customers }: StripeAccount, id = '', param?: string): Customer {
  const found = customers.get(id)
  if (found === undefined || (found.isDeleted && param !== undefined)) throw missing('customer', id, param)
  return found
}

/** The test clock of a customer; null for the account's own clock, which payments without a customer go by as well. */
export function clockOf({ customers }: StripeAccount, customer: string | null): string | null {
  return customers.get(customer ?? '')?.testClock ?? null
}

/** @throws {ApiError} */
export function findProduct({ products }: StripeAccount, id = '', param?: string): Product {
  return notDeleted(products.get(id), 'product', id, param)
}

/** @throws {ApiError} */
export function findPrice({ prices }: StripeAccount, id = '', param?: string): Price {
  const found = prices.get(id)
  if (found === undefined) throw missing('price', id, param)
  return found
}

/** @throws {ApiError} */
export function findOneTimePrice(account: StripeAccount, id: string): Price {
  const price = findPrice(account, id, 'pricing[price]')
  if (price.recurring === null) return price
  throw invalid(
    'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
    'price',
  )
}

/** @throws {ApiError} */
export function findCoupon({ coupons }: StripeAccount, id = '', param?: string): Coupon {
  return notDeleted(coupons.get(id), 'coupon', id, param)
}

/** @throws {ApiError} */
export function findPaymentMethod({ paymentMethods }: StripeAccount, id = '', param?: string): PaymentMethod {
  const found = paymentMethods.get(id)
  if (found === undefined) throw missing('PaymentMethod', id, param)
  return found
}

function notDeleted<T extends { readonly isDeleted: boolean }>(
  found: T | undefined,
  what: string,
  id: string,
  param: string | undefined,
): T {
  if (found === undefined || found.isDeleted) throw missing(what, id, param)
  return found
}
