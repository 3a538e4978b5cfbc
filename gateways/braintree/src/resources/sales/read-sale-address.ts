import { addressShape, readAddress } from '../../addresses/address-fields.ts'
import type { AddressFields, Customer } from '../../model/customer.ts'
import { type Params, partOf, type Shape, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

/** An address, and which of the customer's it is; null for none. */
export type SaleAddress = { readonly id: string | null; readonly fields: AddressFields | null }

export const nowhere: SaleAddress = { id: null, fields: null }

export const shippingShape = { ...addressShape, shipping_method: 'value' } satisfies Shape

const problemsOf = {
  billing: {
    ofAnother: transactionProblems.billingOfAnother,
    phone: transactionProblems.billingPhoneInvalid,
  },
  shipping: {
    ofAnother: transactionProblems.shippingOfAnother,
    phone: transactionProblems.shippingPhoneInvalid,
  },
} satisfies Record<string, Record<string, Problem>>

/** An address that is written out, or one of the customer's by its id; null when neither is said. */
export function readSaleAddress(
  params: Params,
  of: 'billing' | 'shipping',
  customer: Customer | null,
  problems: Problems,
): SaleAddress | null {
  const { ofAnother, phone } = problemsOf[of]
  const id = textOf(params, `${of}_address_id`) ?? null
  if (id !== null) {
    const address = customer?.addresses.find((each) => each.id === id)
    if (address === undefined) problems.add(ofAnother)
    return address === undefined ? null : { id, fields: address.fields }
  }
  const { shipping_method: _, ...given } = partOf(params, of)
  const ofAddress = problems.at(of)
  checkMethod(partOf(params, of), ofAddress)
  if (Object.keys(given).length === 0) return null
  const fields = readAddress(given, ofAddress)
  if (!PHONE.test(fields.phoneNumber ?? '')) ofAddress.add(phone)
  return { id: null, fields }
}

const PHONE = /^[\d\s()+./x-]*$/

/** How a parcel goes is checked and shown nowhere. */
function checkMethod(given: Params, problems: Problems): void {
  const method = textOf(given, 'shipping_method') ?? null
  if (method !== null && !shippingMethods.has(method)) {
    problems.add(transactionProblems.shippingMethodInvalid)
  }
}

const shippingMethods: ReadonlySet<string> = new Set([
  'same_day',
  'next_day',
  'priority',
  'ground',
  'electronic',
  'ship_to_store',
  'pickup_in_store',
])
