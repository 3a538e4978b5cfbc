import { isBlankAddress, readAddress } from '../../addresses/address-fields.ts'
import { addressProblems } from '../../addresses/address-problems.ts'
import { MAX_ADDRESSES } from '../../addresses/keep-address.ts'
import type { AddressFields, Customer } from '../../model/customer.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { cardProblems } from './card-problems.ts'

/** Where a card is billed: as it was, at an address of the customer's, or at one that is added or changed with the card. */
export type Billing =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'kept'; readonly id: string; readonly fields: AddressFields }
  | { readonly kind: 'added'; readonly fields: AddressFields }
  | { readonly kind: 'changed'; readonly id: string; readonly fields: AddressFields }

/** @param addressId the address at which the card is billed now */
export function readBilling(
  params: Params,
  path: readonly string[],
  problems: Problems,
  customer: Customer | null,
  addressId: string | null,
): Billing {
  const id = textOf(params, 'billing_address_id')
  const given = partOf(params, 'billing_address')
  const { options: _, ...addressFields } = given
  const hasFields = Object.keys(addressFields).length > 0
  if (typeof id === 'string' && hasFields) problems.add(path, cardProblems.billingConflict)
  if (typeof id === 'string') return readKept(id, path, problems, customer)
  if (!hasFields) return { kind: 'unsaid' }
  const below = [...path, 'billing_address']
  const changes = booleanOf(partOf(given, 'options'), 'update_existing') === true
  const before = changes ? customer?.addresses.find((each) => each.id === addressId) : undefined
  const fields = readAddress(addressFields, below, problems, before?.fields)
  if (before !== undefined) return { kind: 'changed', id: before.id, fields }
  // A form may send its fields empty: that is no address.
  if (isBlankAddress(fields)) return { kind: 'unsaid' }
  if ((customer?.addresses.length ?? 0) >= MAX_ADDRESSES) problems.add(below, addressProblems.tooMany)
  return { kind: 'added', fields }
}

function readKept(
  id: string,
  path: readonly string[],
  problems: Problems,
  customer: Customer | null,
): Billing {
  const address = customer?.addresses.find((each) => each.id === id)
  if (address !== undefined) return { kind: 'kept', id, fields: address.fields }
  problems.add(path, cardProblems.billingIdInvalid)
  return { kind: 'unsaid' }
}
