import type { Money } from '@goodword/domain/values/money'
import type { Rate } from '@goodword/domain/values/rate'
import type Stripe from 'stripe'
import type { SetupFinding } from '../connector.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import { amountCouponOf, couponOf } from './our-discount.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripeCoupon, shaped } from './sdk/shapes.ts'

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

/**
 * A coupon of this ID that is there already is left as it is.
 *
 * @throws ProcessorError `REJECTED` with `COUPON_DIFFERS` if it has other terms
 */
async function createOnce(calls: StripeCalls, coupon: OurCoupon): Promise<void> {
  try {
    await calls.write('coupons.create', (stripe) => stripe.coupons.create(coupon))
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error
    const found = await findCoupon(calls, coupon.id)
    if (found === null) throw error
    requireTerms(found, coupon)
  }
}

type OurCoupon = ReturnType<typeof couponOf> | ReturnType<typeof amountCouponOf>

function requireTerms(found: StripeCoupon, coupon: OurCoupon): void {
  const difference = differenceOf(found, coupon)
  if (difference === null) return
  throw new ProcessorError('REJECTED', { message: difference, rejection: 'COUPON_DIFFERS' })
}

/** Why a coupon of our ID is not ours, in sentences; null if it is. */
function differenceOf(found: StripeCoupon, coupon: OurCoupon): string | null {
  const wanted: Partial<Stripe.CouponCreateParams> = coupon
  const isSame =
    (found.percent_off ?? null) === (wanted.percent_off ?? null) &&
    (found.amount_off ?? null) === (wanted.amount_off ?? null) &&
    (found.currency ?? null) === (wanted.currency ?? null) &&
    found.duration === coupon.duration &&
    (found.max_redemptions ?? null) === null &&
    (found.redeem_by ?? null) === null &&
    (found.applies_to?.products ?? []).length === 0
  if (isSame) return null
  return `The coupon "${coupon.id}" at Stripe was made by hand with other terms. Delete it there, so that the service makes it anew.`
}

/** Finds the faults of our coupons of these rates; a missing coupon is made when it is needed. */
export async function findDifferentCoupons(
  calls: StripeCalls,
  discountId: string,
  rates: readonly Rate[],
): Promise<readonly SetupFinding[]> {
  const findings = rates.map(async (rate): Promise<SetupFinding[]> => {
    const coupon = couponOf(discountId, rate)
    const found = await findCoupon(calls, coupon.id).catch(nullIfDenied)
    const message = found === null ? null : differenceOf(found, coupon)
    if (message === null) return []
    return [{ item: 'DISCOUNT', severity: 'warning', name: coupon.id, message, neededBy: 'offerDiscount' }]
  })
  return (await Promise.all(findings)).flat()
}

/** The lack of the right to read coupons is a finding by itself. */
function nullIfDenied(error: unknown): null {
  if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return null
  throw error
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ProcessorError && error.processorCodes.includes(code)
}

/** Finds our coupon of a rate, or makes it if it is missing; returns its ID. */
export async function offerCoupon(
  calls: StripeCalls,
  discountId: string,
  rate: Rate,
  known: Set<string>,
): Promise<string> {
  const coupon = couponOf(discountId, rate)
  known.delete(coupon.id)
  const found = await findCoupon(calls, coupon.id)
  if (found === null) await makeCoupon(calls, discountId, rate, known)
  else requireTerms(found, coupon)
  return coupon.id
}

function findCoupon({ read }: StripeCalls, id: string) {
  return orNull(
    read('coupons.retrieve', async (stripe) =>
      shaped('coupon', await stripe.coupons.retrieve(id, { expand: ['applies_to'] })),
    ),
  )
}
