import type { Merchant } from '../model/merchant.ts'
import { notFound } from './answer.ts'

/** Finds a thing of a merchant by its id. @throws {RequestRejected} 404 */
type Find<T> = (merchant: Merchant, id: string | undefined) => T

function finder<T>(what: string, thingsOf: (merchant: Merchant) => ReadonlyMap<string, T>): Find<T> {
  return (merchant, id) => {
    const found = thingsOf(merchant).get(id ?? '')
    if (found === undefined) throw notFound(`${what} ${id}`)
    return found
  }
}

export const findCustomer = finder('customer', ({ customers }) => customers)
export const findCard = finder('payment method', ({ cards }) => cards)
export const findDispute = finder('dispute', ({ disputes }) => disputes)
export const findPlan = finder('plan', ({ plans }) => plans)
export const findSubscription = finder('subscription', ({ subscriptions }) => subscriptions)
export const findTransaction = finder('transaction', ({ transactions }) => transactions)
export const findVerification = finder('verification', ({ verifications }) => verifications)
