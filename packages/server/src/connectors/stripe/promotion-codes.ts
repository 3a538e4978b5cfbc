import type { Rate } from '@goodword/domain/values/rate'
import type { MirroredCode, MirroredCodePage, MirroredCodeQuery } from '../mirrored-code.ts'
import { COUPON_FIELD } from './attribution.ts'
import { hasCode, offerCoupon } from './make-coupon.ts'
import { couponId, DISCOUNT_FIELD } from './our-discount.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripePromotionCode, shaped } from './sdk/shapes.ts'

type Wanted = {
  readonly code: string
  readonly discountId: string
  /** Null to retire the code. */
  readonly rate: Rate | null
  /** Coupons that are known to be there. */
  readonly coupons: Set<string>
}

/** Stripe compares codes without regard to case, and takes one of each text that is active. */
export async function mirrorCode(calls: StripeCalls, wanted: Wanted): Promise<MirroredCode> {
  const { code, discountId, rate, coupons } = wanted
  if (!/^[A-Za-z0-9-]{1,500}$/.test(code)) return 'IMPOSSIBLE'
  const id = rate === null ? null : await offerCoupon(calls, discountId, rate, coupons)
  const ours = (await findActive(calls, code)).filter((it) => isOurs(it, discountId))
  const isThere = ours.some((it) => couponIn(it) === id)
  for (const it of ours) if (couponIn(it) !== id) await deactivate(calls, it)
  if (id === null) return 'RETIRED'
  return isThere ? 'MIRRORED' : make(calls, wanted, id)
}

async function make(calls: StripeCalls, { code, discountId }: Wanted, coupon: string): Promise<MirroredCode> {
  try {
    await calls.write('promotionCodes.create', (stripe) =>
      stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon },
        code,
        // A friend is a new customer.
        restrictions: { first_time_transaction: true },
        metadata: { [COUPON_FIELD]: code, [DISCOUNT_FIELD]: discountId },
      }),
    )
    return 'MIRRORED'
  } catch (error) {
    // Someone made it meanwhile, or the answer to an earlier request was lost.
    const twins = await findActive(calls, code)
    if (twins.some((it) => isOurs(it, discountId) && couponIn(it) === coupon)) return 'MIRRORED'
    if (twins.length > 0 || hasCode(error, 'resource_already_exists')) return 'TAKEN'
    throw error
  }
}

function findActive({ read }: StripeCalls, code: string): Promise<readonly StripePromotionCode[]> {
  return read('promotionCodes.list', async (stripe) => {
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 100 })
    return data.map((it) => shaped('promotionCode', it))
  })
}

async function deactivate({ write }: StripeCalls, { id }: StripePromotionCode): Promise<void> {
  await write('promotionCodes.update', (stripe) => stripe.promotionCodes.update(id, { active: false }))
}

/** The active promotion codes that the service made for a discount, newest first. */
export async function readMirroredCodes(
  { read }: StripeCalls,
  { discountId, rate, after }: MirroredCodeQuery,
): Promise<MirroredCodePage> {
  const coupon = rate === null ? null : couponId(discountId, rate)
  const page = after === null ? {} : { starting_after: after }
  const { data, has_more } = await read('promotionCodes.list', async (stripe) => {
    const list = await stripe.promotionCodes.list({ active: true, limit: 100, ...page })
    return { ...list, data: list.data.map((it) => shaped('promotionCode', it)) }
  })
  const codes = data
    .filter((it) => isOurs(it, discountId))
    .map((it) => ({ code: it.metadata?.[COUPON_FIELD] ?? it.code, isOfRate: couponIn(it) === coupon }))
  return { codes, next: has_more ? (data.at(-1)?.id ?? null) : null }
}

/** One that a merchant made by hand for our coupon has no mark. */
function isOurs({ metadata }: StripePromotionCode, discountId: string): boolean {
  return metadata?.[DISCOUNT_FIELD] === discountId
}

function couponIn({ promotion }: StripePromotionCode): string | null {
  const { coupon } = promotion
  return typeof coupon === 'string' ? coupon : (coupon?.id ?? null)
}
