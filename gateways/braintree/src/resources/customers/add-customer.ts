import { drawNumber, drawSequence } from '@goodword/sandbox/drawing/ids'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { CustomerDraft } from './read-customer.ts'

/** Adds a customer to the vault, without a card. */
export function addCustomer(merchant: Merchant, draft: CustomerDraft, now: number): Customer {
  const customer: Customer = {
    id: draft.id ?? drawNumber(merchant, 9, (id) => merchant.customers.has(id)),
    sequence: drawSequence(merchant),
    fields: draft.fields,
    customFields: draft.customFields.stored,
    addresses: [],
    createdAt: now,
    updatedAt: now,
  }
  merchant.customers.set(customer.id, customer)
  return customer
}
