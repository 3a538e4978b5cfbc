import { emit } from '../events/emit.ts'
import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { TaxId } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import { taxIdJson } from '../objects/customer-json.ts'
import { missing } from '../wire/api-error.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'
import { del, get, post, type Route } from './route.ts'

const path = '/customers/:customer/tax_ids'

/** Numbers by which tax offices know customers. They are kept as they are sent, and change no tax. */
export const taxIdRoutes: readonly Route[] = [
  post(path, 'customer', (params, { customer: id }) => {
    const add = readTaxId(params)
    return (asked) => {
      const customer = findCustomer(asked.account, id, 'customer')
      return taxIdJson(add(byClock(asked, customer.testClock), customer.id))
    }
  }),
  get(path, 'customer', (params, { customer: id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      const customer = findCustomer(account, id)
      const mine = Array.from(account.taxIds.values()).filter((it) => it.customer === customer.id)
      return pageOf(`/v1/customers/${customer.id}/tax_ids`, mine, cursor, taxIdJson)
    }
  }),
  get(
    `${path}/:id`,
    'customer',
    (_params, { customer, id }) =>
      ({ account }) =>
        taxIdJson(findTaxId(account, customer, id)),
  ),
  del(`${path}/:id`, 'customer', (_params, { customer, id }) => (work) => {
    const found = findTaxId(work.account, customer, id)
    work.account.taxIds.delete(found.id)
    emit(work, 'customer.tax_id.deleted', { object: taxIdJson(found) })
    return { id: found.id, object: 'tax_id', deleted: true }
  }),
]

/** Reads the tax id of a customer. @throws {ApiError} */
export function readTaxId(params: Params): (work: Work, customer: string) => TaxId {
  const [type, value] = [params.neededText('type'), params.neededText('value')]
  return (work, customer) => {
    const { account, now } = work
    const made: TaxId = { id: newId(account, 'txi'), created: now, customer, type, value }
    account.taxIds.set(made.id, made)
    emit(work, 'customer.tax_id.created', { object: taxIdJson(made) })
    return made
  }
}

/** @throws {ApiError} */
function findTaxId({ taxIds }: StripeAccount, customer = '', id = ''): TaxId {
  const found = taxIds.get(id)
  if (found === undefined || found.customer !== customer) throw missing('tax_id', id)
  return found
}
