import type { PaymentMethod } from '../../model/customer.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { cardOf, readNewCard } from '../payment-methods.ts'

export type GivenCard = ((work: Work) => PaymentMethod) | null

/** Reads the card of a request: one that is there, or the data of a new one. @throws {ApiError} */
export function readCard(params: Params): GivenCard {
  const [id, data] = [params.text('payment_method'), params.part('payment_method_data')]
  checkTypes(params, 'payment_method_types')
  checkTypes(params, 'allowed_payment_method_types')
  if (data != null) return readNewCard(data)
  return id == null ? null : (work) => cardOf(work, id, 'payment_method')
}

/** The card of a request, which is the customer's or still free. @throws {ApiError} */
export function cardFor(work: Work, given: GivenCard, customer: string | null): PaymentMethod | null {
  const method = given?.(work) ?? null
  if (method === null || method.customer === null || method.customer === customer) return method
  throw invalid(
    `The payment method ${method.id} belongs to the customer ${method.customer}: pass that as customer.`,
    'payment_method',
  )
}

/** Older versions of the API have the first of the names. @throws {ApiError} where no card is permitted */
function checkTypes(params: Params, key: 'allowed_payment_method_types' | 'payment_method_types'): void {
  const types = params.texts(key)
  if (types == null || types.includes('card')) return
  throw invalid('The local Stripe has cards only.', params.nameOf(key))
}
