import type { StripeAccount } from '../model/account.ts'
import type { Price } from '../model/catalog.ts'
import type { Customer } from '../model/customer.ts'
import { invalid, missing } from '../wire/api-error.ts'

/** Finds a thing by its id. @throws {ApiError} that names the parameter of the id; without one it is in the path */
export type Find<T> = (account: StripeAccount, id?: string, param?: string) => T

type Found = { readonly id: string; readonly isDeleted?: boolean }

export type Finder<T> = Find<T> & { readonly allOf: (account: StripeAccount) => Iterable<T> }

/** @param what the kind of the things in errors, which say of a deleted one that there is none */
export function finder<T extends Found>(
  what: string,
  thingsOf: (account: StripeAccount) => ReadonlyMap<string, T>,
): Finder<T> {
  const find: Find<T> = (account, id = '', param) => {
    const found = thingsOf(account).get(id)
    if (found === undefined || found.isDeleted) throw missing(what, id, param)
    return found
  }
  return Object.assign(find, { allOf: (account: StripeAccount) => thingsOf(account).values() })
}

/** @throws {ApiError} also for a deleted one, unless it is asked for by its path */
function find({ customers }: StripeAccount, id = '', param?: string): Customer {
  const found = customers.get(id)
  if (found === undefined || (found.isDeleted && param !== undefined)) throw missing('customer', id, param)
  return found
}

export const findCustomer: Finder<Customer> = Object.assign(find, {
  allOf: ({ customers }: StripeAccount) => customers.values(),
})

/** The test clock of a customer; null for the account's own clock, which payments without a customer go by as well. */
export function clockOf({ customers }: StripeAccount, customer: string | null): string | null {
  return customers.get(customer ?? '')?.testClock ?? null
}

export const findProduct = finder('product', ({ products }) => products)

export const findPrice = finder('price', ({ prices }) => prices)

/** @throws {ApiError} */
export function findOneTimePrice(account: StripeAccount, id: string): Price {
  const price = findPrice(account, id, 'pricing[price]')
  if (price.recurring === null) return price
  throw invalid(
    'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
    'price',
  )
}

export const findCoupon = finder('coupon', ({ coupons }) => coupons)

export const findPaymentMethod = finder('PaymentMethod', ({ paymentMethods }) => paymentMethods)
