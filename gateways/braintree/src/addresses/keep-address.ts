import { drawId } from '@goodword/sandbox/drawing/ids'
import type { Address, AddressFields, Customer } from '../model/customer.ts'
import type { Merchant } from '../model/merchant.ts'

export const MAX_ADDRESSES = 50

export function addAddress(
  merchant: Merchant,
  customer: Customer,
  fields: AddressFields,
  now: number,
): Address {
  const id = drawId(merchant, 2, (drawn) => customer.addresses.some((each) => each.id === drawn))
  const address = { id, fields, createdAt: now, updatedAt: now }
  customer.addresses = [...customer.addresses, address]
  return address
}

/** Cards that are billed there show the address as it now is. */
export function changeAddress(
  merchant: Merchant,
  customer: Customer,
  before: Address,
  fields: AddressFields,
  now: number,
): Address {
  const address = { ...before, fields, updatedAt: now }
  customer.addresses = customer.addresses.map((each) => (each.id === before.id ? address : each))
  setBillingAddress(merchant, customer.id, before.id, address)
  return address
}

export function removeAddress(merchant: Merchant, customer: Customer, id: string): void {
  customer.addresses = customer.addresses.filter((each) => each.id !== id)
  setBillingAddress(merchant, customer.id, id, null)
}

function setBillingAddress(
  merchant: Merchant,
  customerId: string,
  id: string,
  address: Address | null,
): void {
  for (const card of merchant.cards.values()) {
    if (card.customerId !== customerId || card.billingAddressId !== id) continue
    merchant.cards.set(card.token, {
      ...card,
      billingAddress: address?.fields ?? null,
      billingAddressId: address?.id ?? null,
    })
  }
}
