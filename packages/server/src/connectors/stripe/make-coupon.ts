import type { Money } from '@goodword/domain/values/money'
import type { Rate } from '@goodword/domain/values/rate'
import type Stripe from 'stripe'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import type { StripeCalls } from './calls.ts'
import { amountCouponOf, couponOf } from './our-discount.ts'
import { shaped } from './shapes.ts'

/** Makes our coupon of a rate, unless it is among those that are known to be there. */
export async function makeCoupon(
  calls: StripeCalls,
  discountId: string,
  rate: Rate,
  known: Set<string>,
): Promise<void> {
  const coupon = couponOf(discountId, rate)
  if (known.has(coupon.id)) return
  await createOnce(calls, coupon)
  known.add(coupon.id)
}

/** Makes our coupon of an amount, unless it is there. Returns its ID. */
export async function makeAmountCoupon(
  calls: StripeCalls,
  discountId: string,
  amount: Money,
): Promise<string> {
  const coupon = amountCouponOf(discountId, amount)
  await createOnce(calls, coupon)
  return coupon.id
}

/** A coupon of this ID that is there already is left as it is. */
async function createOnce({ write }: StripeCalls, coupon: Stripe.CouponCreateParams): Promise<void> {
  try {
    await write('coupons.create', (stripe) => stripe.coupons.create(coupon))
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ProcessorError && error.processorCodes.includes(code)
}

/** The ID of our coupon of a rate, which is there when the promise resolves: it is looked for, and made if it is missing. */
export async function offerCoupon(
  calls: StripeCalls,
  discountId: string,
  rate: Rate,
  known: Set<string>,
): Promise<string> {
  const { id, percent_off, duration } = couponOf(discountId, rate)
  const found = await findCoupon(calls, id)
  if (found === null) {
    known.delete(id)
    await makeCoupon(calls, discountId, rate, known)
  } else if (found.percent_off !== percent_off || found.duration !== duration) {
    const message = `The coupon "${id}" at Stripe was made by hand with other terms. Delete it there, so that the service makes it anew.`
    throw new ProcessorError('REJECTED', { message })
  }
  return id
}

function findCoupon({ read }: StripeCalls, id: string) {
  return orNull(
    read('coupons.retrieve', async (stripe) => shaped('coupon', await stripe.coupons.retrieve(id))),
  )
}
