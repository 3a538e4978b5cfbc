import type { Customer } from '../model/customer.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'

export const collectionMethods = ['charge_automatically', 'send_invoice'] as const

/**
 * Reads how invoices of a subscription are collected: days for those that are sent, null for charges, undefined where nothing is
 * said. @throws {ApiError}
 */
export function readDaysUntilDue(params: Params): number | null | undefined {
  const [method, days] = [
    params.oneOf('collection_method', collectionMethods),
    params.integer('days_until_due', 0),
  ]
  if (method === 'charge_automatically') {
    if (days == null) return null
    throw invalid(
      'You can only set `days_until_due` with `collection_method=send_invoice`.',
      'days_until_due',
    )
  }
  if (method === 'send_invoice' && days == null) {
    throw invalid(
      'If invoices are sent to the customer you must specify `days_until_due`.',
      'days_until_due',
      'parameter_missing',
    )
  }
  return days ?? undefined
}

/** Invoices are sent by e-mail. @throws {ApiError} */
export function checkEmail({ email }: Customer): void {
  if (email !== null) return
  throw invalid(
    'Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.',
  )
}
