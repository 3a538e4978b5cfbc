import { addDays, addMonths, startOfDay } from '../values/interval.ts'
import { type Rate, rateFromPercent, rateToPercent } from '../values/rate.ts'
import { unreachable } from '../values/unreachable.ts'

/** The terms of a reward, in the words of the API. Percent 0–100 with two decimals; credits in their unit's smallest piece. */
export type RewardSpec =
  | {
      readonly type: 'PCT_DISCOUNT'
      readonly discountPercent: number
      readonly monthsDiscountIsValid?: number
      /** Absent for `ADD`. */
      readonly stacking?: Stacking
    }
  | {
      readonly type: CreditType
      readonly unit: string
      readonly credit: number
      readonly monthsCreditIsValid?: number
    }
  | { readonly type: 'FEATURE'; readonly featureType: string; readonly quantity: number }
  | ShareSpec

/** A part of what a friend pays, as credit of the referrer. The most of a month is in the smallest piece of each currency. */
export type ShareSpec = {
  readonly type: 'PAYMENT_SHARE'
  readonly sharePercent: number
  readonly monthsShareIsValid?: number
  readonly monthsCreditIsValid?: number
  readonly maxCreditPerMonth?: number
}

/** Whether percentages of a person add up, or are used one after another. */
export const stackings = ['ADD', 'QUEUE'] as const
export type Stacking = (typeof stackings)[number]

/** A further reward for a referrer who has brought so many friends. */
export type Milestone = { readonly friends: number; readonly reward: RewardSpec }

export const rewardTypes = ['PCT_DISCOUNT', 'CREDIT', 'TIME_CREDIT', 'FEATURE', 'PAYMENT_SHARE'] as const
export type RewardType = (typeof rewardTypes)[number]

/** The types whose amount is spent piece by piece. */
export const creditTypes = ['CREDIT', 'TIME_CREDIT'] as const satisfies readonly RewardType[]
export type CreditType = (typeof creditTypes)[number]

export function isCreditType(type: RewardType): type is CreditType {
  return creditTypes.some((it) => it === type)
}

/** Whether a reward is credit: its terms alone, or a reward with its terms. */
export function isCredit<Spec extends Typed>(spec: Spec): spec is Extract<Spec, Typed<CreditType>> {
  return isCreditType(spec.type)
}

/** Whether the amount of the type is a rate, so that amounts do not add up to anything. */
export function isRateType(type: RewardType): boolean {
  return type === 'PCT_DISCOUNT' || type === 'PAYMENT_SHARE'
}

type Typed<Type = RewardType> = { readonly type: Type }

/**
 * `REFERRED` is the friend's, `FRIEND_SIGNUP` the referrer's for a friend, `FRIEND_PAYMENT` the referrer's share of a payment
 * of a friend, `MILESTONE` the referrer's for a number of friends, `MANUAL` one created by the merchant.
 */
export const rewardSources = ['REFERRED', 'FRIEND_SIGNUP', 'FRIEND_PAYMENT', 'MILESTONE', 'MANUAL'] as const
export type RewardSource = (typeof rewardSources)[number]

export const rewardStatuses = ['PENDING', 'AVAILABLE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type RewardStatus = (typeof rewardStatuses)[number]

/** Whether there is anything left of a reward with this status. */
export function isOpenStatus(status: RewardStatus): boolean {
  return status === 'PENDING' || status === 'AVAILABLE'
}

/**
 * The state of a reward. Times are milliseconds of the tenant's clock and can be in the future: a held reward has its
 * `givenAt` in the future. `redeemed` is what the ledger has taken from it, in the reward's own unit.
 */
export type Reward = {
  readonly source: RewardSource
  readonly spec: RewardSpec
  readonly createdAt: number
  readonly scheduledFor: number | null
  readonly givenAt: number | null
  readonly expiresAt: number | null
  /** Where bills are counted, the months of a referral's percentage are bills made after this moment; null until they begin. */
  readonly billsAfter: number | null
  /** How many months of a queued percentage were left at that moment, while no bills were seen; null as long as they were. */
  readonly monthsLeft: number | null
  /** On how many bills a percentage still is, by the bills that counted it; null where none are counted. */
  readonly billsLeft: number | null
  /** How many queued percentages are before it where bills are counted; 0 on the next bill. Null of others, and until that is known. */
  readonly queuePosition: number | null
  /** When a queued percentage that waits is expected to begin: the day of its first bill, or a moment. Null of others, and if that is not known. */
  readonly turnAt: number | null
  readonly cancelledAt: number | null
  /** How often it was cancelled. It tells cancellations of one moment apart. */
  readonly cancellations: number
  readonly redeemed: number
  /** The part of `redeemed` that is kept for bills that are not made yet, and that comes back if they do not use it. */
  readonly reserved: number
  /** The part of `redeemed` that was taken back, because the friend's payment was given back. */
  readonly takenBack: number
  /** When the last of it was taken. */
  readonly redeemedAt: number | null
  /** The number of friends that it is for; null of other sources. */
  readonly milestone: number | null
  /** When it was taken back because friends ceased to count; null otherwise, also after it was cancelled by hand. */
  readonly milestoneLostAt: number | null
  /** The payment that it is a share of, with a number where a share was given again; null of other sources. */
  readonly paymentKey: string | null
}

/**
 * The friend's reward at attribution: a percentage counts for look-ups and bills from now on, everything else waits
 * for the conversion.
 */
export function friendReward(spec: RewardSpec, startedAt: number): Reward {
  const givenAt = spec.type === 'PCT_DISCOUNT' ? startedAt : null
  return { ...newReward('REFERRED', spec, startedAt), givenAt }
}

/**
 * The friend's reward once the referral converts: its months begin then, so that a long trial does not eat them.
 *
 * @param paidAt when the payment that converts was reported; earlier than `convertedAt` if a user was identified later
 */
export function friendRewardAtConversion(reward: Reward, convertedAt: number, paidAt = convertedAt): Reward {
  if (reward.cancelledAt !== null || reward.billsAfter !== null) return reward
  const { spec } = reward
  const expiresAt =
    spec.type === 'PCT_DISCOUNT'
      ? friendDiscountEnd(spec.monthsDiscountIsValid, paidAt, convertedAt)
      : expiryOf(spec, convertedAt)
  return { ...reward, givenAt: reward.givenAt ?? convertedAt, expiresAt }
}

/**
 * The months of the friend's percentage begin with a bill, before the conversion if our discount brought the bill to zero.
 * Anything else stays as it is.
 *
 * @param billsAfter the last moment before the day of that bill
 */
export function friendRewardAtBill(reward: Reward, billsAfter: number): Reward {
  const months = monthsOf(reward.spec)
  const isCounted = reward.spec.type === 'PCT_DISCOUNT' && months !== undefined
  if (!isCounted || reward.cancelledAt !== null || reward.billsAfter !== null) return reward
  return { ...reward, billsAfter, expiresAt: addMonths(billsAfter + 1, months) }
}

/**
 * N months of the friend's discount are N monthly bills: the one whose payment converts and the N − 1 after it. The
 * next bill is due on the day N months later, before or after the hour of the report, so the discount ends when that
 * day begins.
 */
function friendDiscountEnd(months: number | undefined, paidAt: number, convertedAt: number): number | null {
  return months === undefined ? null : Math.max(startOfDay(addMonths(paidAt, months)), convertedAt)
}

/**
 * The referrer's reward for a referral that converted at `convertedAt`, created at `now`: at once, or when staff approve
 * later. A hold delays when it is given, not when its months begin.
 */
export function referrerReward(
  spec: RewardSpec,
  convertedAt: number,
  holdDays: number,
  now: number = convertedAt,
): Reward {
  const due = addDays(convertedAt, holdDays)
  return {
    ...newReward('FRIEND_SIGNUP', spec, now),
    scheduledFor: due > now ? due : null,
    givenAt: Math.max(due, now),
    expiresAt: expiryOf(spec, convertedAt),
    billsAfter: isInMonths(spec) ? convertedAt : null,
  }
}

/** The referrer's reward for a number of friends, reached at `reachedAt`. A hold and months are as for a friend. */
export function milestoneReward(
  spec: RewardSpec,
  friends: number,
  reachedAt: number,
  holdDays: number,
): Reward {
  return { ...referrerReward(spec, reachedAt, holdDays), source: 'MILESTONE', milestone: friends }
}

/**
 * The credit of the referrer's share of a payment at `paidAt`, created at `now`. A hold delays when it is given; its months begin
 * then.
 */
export function sharedCredit(credit: SharedCredit, paidAt: number, holdDays: number, now: number): Reward {
  const { unit, minor, months, paymentKey } = credit
  const validity = months === null ? {} : { monthsCreditIsValid: months }
  const spec: RewardSpec = { type: 'CREDIT', unit, credit: minor, ...validity }
  const due = addDays(paidAt, holdDays)
  const givenAt = Math.max(due, now)
  return {
    ...newReward('FRIEND_PAYMENT', spec, now),
    scheduledFor: due > now ? due : null,
    givenAt,
    expiresAt: expiryOf(spec, givenAt),
    paymentKey,
  }
}

type SharedCredit = {
  readonly unit: string
  readonly minor: number
  readonly months: number | null
  readonly paymentKey: string
}

/** A manual reward, given now or later. It expires at the given time or after its months. */
export function manualReward(
  spec: RewardSpec,
  now: number,
  scheduledFor: number | null,
  expiresAt: number | null,
): Reward {
  const isAhead = scheduledFor !== null && scheduledFor > now
  const givenAt = isAhead ? scheduledFor : now
  return {
    ...newReward('MANUAL', spec, now),
    scheduledFor: isAhead ? scheduledFor : null,
    givenAt,
    expiresAt: expiresAt ?? expiryOf(spec, givenAt),
    billsAfter: expiresAt === null && isInMonths(spec) ? givenAt : null,
  }
}

/** Takes a reward back. Spent, expired and cancelled amounts stay as they are. */
export function cancelReward(reward: Reward, at: number): Reward {
  // Also where it was cancelled a moment ahead: of two who waited for each other the later one may come first.
  if (reward.cancelledAt !== null) return reward
  const [status] = statusesOf(reward, at)
  return isOpenStatus(status)
    ? { ...reward, cancelledAt: at, cancellations: reward.cancellations + 1 }
    : reward
}

/** Undoes a cancellation: the rest counts again. */
export function reviveReward(reward: Reward): Reward {
  return reward.cancelledAt === null ? reward : { ...reward, cancelledAt: null }
}

/** When a referral ends: percentages stop at once, scheduled rewards are never given, credits already given stay. */
export function endReward(reward: Reward, at: number): Reward {
  const isGiven = reward.givenAt !== null && reward.givenAt <= at
  return reward.spec.type !== 'PCT_DISCOUNT' && isGiven ? reward : cancelReward(reward, at)
}

/** The one place where a reward's statuses come from. The list has one entry today; the wire allows several. */
export function statusesOf(reward: Reward, now: number): readonly [RewardStatus] {
  if (reward.cancelledAt !== null && reward.cancelledAt <= now) return ['CANCELLED']
  const spent = spentOf(reward)
  if (spent > 0 && spent >= amountOf(reward.spec)) return [isTakenBack(reward) ? 'CANCELLED' : 'REDEEMED']
  if (reward.expiresAt !== null && reward.expiresAt <= now) return ['EXPIRED']
  if (reward.givenAt === null || reward.givenAt > now) return ['PENDING']
  return ['AVAILABLE']
}

function isTakenBack({ spec, takenBack }: Reward): boolean {
  return takenBack >= amountOf(spec)
}

/** The amount that was redeemed and is not reserved. */
export function spentOf({ redeemed, reserved }: Pick<Reward, 'redeemed' | 'reserved'>): number {
  return redeemed - reserved
}

/** The amount of a reward in the ledger: basis points of a percentage or share, pieces of a credit, the quantity of a feature. */
export function amountOf(spec: RewardSpec): number {
  if (spec.type === 'PCT_DISCOUNT') return rateFromPercent(spec.discountPercent) ?? 0
  if (spec.type === 'PAYMENT_SHARE') return rateFromPercent(spec.sharePercent) ?? 0
  return spec.type === 'FEATURE' ? spec.quantity : spec.credit
}

/** The unit of percentages that are used one after another: their sum is not what a bill has. */
export const QUEUED_PERCENT = '% QUEUE'

/** The unit that a reward is counted in; `%` for percentages that add up and for shares, the feature's type for features. */
export function unitOf(spec: RewardSpec): string {
  if (spec.type === 'PCT_DISCOUNT') return isQueued(spec) ? QUEUED_PERCENT : '%'
  if (spec.type === 'PAYMENT_SHARE') return '%'
  return spec.type === 'FEATURE' ? spec.featureType : spec.unit
}

/** Whether it is a percentage that is used after those that were earned before. */
export function isQueued(spec: RewardSpec): boolean {
  return spec.type === 'PCT_DISCOUNT' && spec.stacking === 'QUEUE'
}

/** The reward of which `amountOf`, `unitOf` and `monthsOf` say this; null months for no end. */
export function specOf(counted: {
  readonly type: RewardType
  readonly unit: string
  readonly amount: number
  readonly months: number | null
  /** The terms of the credit of a share. */
  readonly creditMonths?: number | null
  readonly creditPerMonth?: number | null
}): RewardSpec {
  const { type, unit, amount, months, creditMonths = null, creditPerMonth = null } = counted
  switch (type) {
    case 'PCT_DISCOUNT': {
      // The amount of a percentage is a rate.
      const discountPercent = rateToPercent(amount as Rate)
      const validity = months === null ? {} : { monthsDiscountIsValid: months }
      return { type, discountPercent, ...validity, ...(unit === QUEUED_PERCENT ? { stacking: 'QUEUE' } : {}) }
    }
    case 'CREDIT':
    case 'TIME_CREDIT':
      return { type, unit, credit: amount, ...(months === null ? {} : { monthsCreditIsValid: months }) }
    case 'FEATURE':
      return { type, featureType: unit, quantity: amount }
    case 'PAYMENT_SHARE':
      return {
        type,
        sharePercent: rateToPercent(amount as Rate),
        ...(months !== null && { monthsShareIsValid: months }),
        ...(creditMonths !== null && { monthsCreditIsValid: creditMonths }),
        ...(creditPerMonth !== null && { maxCreditPerMonth: creditPerMonth }),
      }
    default:
      return unreachable(type)
  }
}

function newReward(source: RewardSource, spec: RewardSpec, createdAt: number): Reward {
  return {
    source,
    spec,
    createdAt,
    scheduledFor: null,
    givenAt: null,
    expiresAt: null,
    billsAfter: null,
    monthsLeft: null,
    billsLeft: null,
    queuePosition: null,
    turnAt: null,
    cancelledAt: null,
    cancellations: 0,
    redeemed: 0,
    reserved: 0,
    takenBack: 0,
    redeemedAt: null,
    milestone: null,
    milestoneLostAt: null,
    paymentKey: null,
  }
}

/** Whether it is a percentage whose months are bills. */
export function isInMonths(spec: RewardSpec): boolean {
  return spec.type === 'PCT_DISCOUNT' && spec.monthsDiscountIsValid !== undefined
}

/** What is queued has no end before it begins. */
function expiryOf(spec: RewardSpec, from: number): number | null {
  const months = isQueued(spec) ? undefined : monthsOf(spec)
  return months === undefined ? null : addMonths(from, months)
}

/** The months for which a reward is valid; undefined without an end. */
export function monthsOf(spec: RewardSpec): number | undefined {
  if (spec.type === 'PCT_DISCOUNT') return spec.monthsDiscountIsValid
  if (spec.type === 'PAYMENT_SHARE') return spec.monthsShareIsValid
  return spec.type === 'FEATURE' ? undefined : spec.monthsCreditIsValid
}
