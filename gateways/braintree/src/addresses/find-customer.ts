import type { Customer } from '../model/customer.ts'
import type { Merchant } from '../model/merchant.ts'
import { notFound } from '../protocol/answer.ts'

/** @throws {RequestRejected} 404 */
export function findCustomer(merchant: Merchant, id: string | undefined): Customer {
  const customer = merchant.customers.get(id ?? '')
  if (customer === undefined) throw notFound(`customer ${id}`)
  return customer
}
