import { addressProblems, addressShape, isBlankAddress, readAddress } from '../addresses/address-fields.ts'
import { addAddress, changeAddress, MAX_ADDRESSES, removeAddress } from '../addresses/keep-address.ts'
import type { Address, Customer } from '../model/customer.ts'
import { partOf } from '../model/params.ts'
import { type Answer, created, done, invalid, notFound, ok } from '../protocol/answer.ts'
import { findCustomer } from '../protocol/find.ts'
import { Problems } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { addressXml } from '../records/address-xml.ts'

const body = { address: addressShape }

export const addressRoutes: readonly Route[] = [
  { method: 'POST', path: '/customers/:customerId/addresses', body, handle: create },
  { method: 'GET', path: '/customers/:customerId/addresses/:id', handle: find },
  { method: 'PUT', path: '/customers/:customerId/addresses/:id', body, handle: update },
  { method: 'DELETE', path: '/customers/:customerId/addresses/:id', handle: remove },
]

function create({ merchant, now, path, body }: Call): Answer {
  const customer = findCustomer(merchant, path.customerId)
  const problems = new Problems(['address'])
  const fields = readAddress(partOf(body, 'address'), problems)
  if (problems.isEmpty && isBlankAddress(fields)) problems.add(addressProblems.blank)
  if (customer.addresses.length >= MAX_ADDRESSES) problems.add(addressProblems.tooMany)
  if (!problems.isEmpty) return invalid(problems, body)
  return created('address', addressXml(customer.id, addAddress(merchant, customer, fields, now)))
}

function find(call: Call): Answer {
  const { customer, address } = findAddress(call)
  return ok('address', addressXml(customer.id, address))
}

function update(call: Call): Answer {
  const { merchant, now, body } = call
  const { customer, address } = findAddress(call)
  const problems = new Problems(['address'])
  const fields = readAddress(partOf(body, 'address'), problems, address.fields)
  if (problems.isEmpty && isBlankAddress(fields)) problems.add(addressProblems.blank)
  if (!problems.isEmpty) return invalid(problems, body)
  return ok('address', addressXml(customer.id, changeAddress(merchant, customer, address, fields, now)))
}

function remove(call: Call): Answer {
  const { customer, address } = findAddress(call)
  removeAddress(call.merchant, customer, address.id)
  return done
}

/** @throws {RequestRejected} 404 */
function findAddress({ merchant, path }: Call): { readonly customer: Customer; readonly address: Address } {
  const customer = findCustomer(merchant, path.customerId)
  const address = customer.addresses.find((each) => each.id === path.id)
  if (address === undefined) throw notFound(`address ${path.id} of customer ${customer.id}`)
  return { customer, address }
}
