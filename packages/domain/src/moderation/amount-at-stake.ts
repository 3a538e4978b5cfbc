import type { Program } from '../program/program.ts'
import type { Referral, ReferralSide } from '../referrals/account.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { type KnownPrice, worthOf } from '../rewards/reward-worth.ts'

/** The greatest amount that is kept, in minor units: every greater one comes first among what waits all the same. */
export const MAX_AT_STAKE = 1e14
/** A percentage without an end counts for so many months. */
const MONTHS_WITHOUT_END = 12

type Side = Pick<ReferralSide, 'moderation' | 'reward'>
type Waiting = Pick<Referral, 'isFromPage' | 'unconfirmedUser' | 'convertedAt' | 'unconfirmedAt'> & {
  readonly referred: Side
  readonly referring: Side
}

/**
 * Whether a side of the referral waits for a decision of staff, and not for the merchant's server or the end of a block. The
 * partial indexes of the store have the same condition.
 */
export function isToDecide(referral: Waiting): boolean {
  const { referred, referring, isFromPage, unconfirmedUser, convertedAt, unconfirmedAt } = referral
  const isHeld =
    referred.moderation.status === 'PENDING' ||
    (referring.moderation.status === 'PENDING' && referring.moderation.by !== 'block')
  const isUnconfirmed =
    isFromPage && unconfirmedUser !== null && (convertedAt === null || unconfirmedAt !== null)
  return isHeld && !isUnconfirmed
}

type Prices = { readonly referrer: KnownPrice; readonly friend: KnownPrice }

/**
 * Returns the value of an approval of the waiting sides, in minor units of the program's currency: an estimate, because
 * prices change and subscriptions end. A reward without a value in that currency (time, features, the merchant's own units,
 * an unknown price) counts as 0. Null for a referral that does not wait for staff.
 */
export function amountAtStake(
  referral: Waiting,
  program: Pick<Program, 'currency' | 'referrerReward' | 'referredReward'>,
  { referrer, friend }: Prices,
): number | null {
  if (!isToDecide(referral)) return null
  const sides = [
    sideValue(referral.referring, program.referrerReward, referrer, program),
    sideValue(referral.referred, program.referredReward, friend, program),
  ]
  return Math.min(
    MAX_AT_STAKE,
    sides.reduce((sum, it) => sum + it, 0),
  )
}

function sideValue(
  { moderation, reward }: Side,
  offered: RewardSpec | null,
  price: KnownPrice,
  { currency }: Pick<Program, 'currency'>,
): number {
  const spec = reward?.spec ?? offered
  if (moderation.status !== 'PENDING' || spec === null) return 0
  const worth = worthOf(withEnd(spec), price)
  return worth === null || worth.amount.currency !== currency ? 0 : worth.amount.minor
}

function withEnd(spec: RewardSpec): RewardSpec {
  return spec.type === 'PCT_DISCOUNT' && spec.monthsDiscountIsValid === undefined
    ? { ...spec, monthsDiscountIsValid: MONTHS_WITHOUT_END }
    : spec
}
