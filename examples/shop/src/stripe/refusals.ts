import Stripe from 'stripe'
import { Declined } from '../gateway.ts'

/** The result of a call. Throws `Declined` if the card was refused, or what was typed of it. */
export async function accepted<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (!isOfCard(error)) throw error
    throw new Declined('refused', error.message)
  }
}

function isOfCard(error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> {
  if (error instanceof Stripe.errors.StripeCardError) return true
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith('card') === true
}
