import { billDiscounts } from '../bills/bill-discount.ts'
import { dayOf, timeOfDay } from '../bills/bill-time.ts'
import { type BillingInterval, stepOf } from '../bills/billing-interval.ts'
import type { Percentage } from '../bills/counted-bills.ts'
import { percentagesOn } from '../bills/queue.ts'
import { UNUSED, type UsedMonths, withBill } from '../bills/used-months.ts'
import type { CreditLot } from '../rewards/credit-lots.ts'
import { type Credit, redeem } from '../rewards/redemption.ts'
import { amountOf, isQueued, type Reward, type RewardSpec, statusesOf } from '../rewards/reward.ts'
import { addMonths } from '../values/interval.ts'
import type { Money } from '../values/money.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'
import type { Program } from './program.ts'

/** The terms of a program that determine bills. */
export type RewardTerms = Pick<
  Program,
  'referredReward' | 'referrerReward' | 'referrerHoldDays' | 'maxReferrerRewards' | 'milestones'
>

/** The price and the interval of a subscription. */
export type Plan = {
  /** The price of a bill. */
  readonly price: Money
  /** Months from one bill to the next. */
  readonly everyMonths: number
}

/** A bill with its discounts. Amounts are minor units of the price's currency. */
export type BilledMonth = {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly priceMinor: number
  readonly percentageMinor: number
  readonly creditMinor: number
  readonly toPayMinor: number
}

/** A conversion is reported this long after the bill that converts. */
export const REPORT_DELAY_MS = 60_000

const LAST_START = Date.UTC(9997, 11, 31)

/** The moment at which a year of examples begins: now, or earlier where dates of the years after it have more than four digits. */
export function exampleStart(now: number): number {
  return Math.min(now, LAST_START)
}

/**
 * The rewards of an account as they are at a bill, always in the same order.
 *
 * @param at milliseconds since the epoch of the bill
 * @param paidAt when it was reported that the account paid for the first time; null before
 */
export type RewardsAt = (at: number, paidAt: number | null) => readonly Reward[]

/**
 * The bills of a subscription by the rules that real bills follow.
 *
 * @param startsAt milliseconds since the epoch of the first bill
 * @param count how many bills
 */
export function billsOf(
  rewardsAt: RewardsAt,
  { price, everyMonths }: Plan,
  startsAt: number,
  count: number,
): readonly BilledMonth[] {
  const interval: BillingInterval = { unit: 'MONTH', count: everyMonths }
  const used = new Map<string, UsedMonths>()
  const spent = new Map<number, Reward>()
  const bills: BilledMonth[] = []
  let paidAt: number | null = null
  for (let index = 0; index < count; index += 1) {
    const at = addMonths(startsAt, index * everyMonths)
    const rewards = rewardsAt(at, paidAt)
      .map((reward, id): Credit<number> => ({ id, reward: spent.get(id) ?? reward }))
      .filter(({ reward }) => isGiven(reward, at) && isOnBills(reward.spec, price.currency))
    const credits = rewards.filter(({ reward }) => reward.spec.type === 'CREDIT')
    const percentages = rewards.flatMap(percentageOf)
    const subscription = subscriptionOf({ price, interval, startsAt, at, used })
    const credit = new Map([[price.currency, lotsOf(credits, at)]])
    const [bill] =
      rewards.length === 0
        ? []
        : billDiscounts({ percentages, credits: credit, subscriptions: [subscription] }, at).bills
    const { percentageMinor = 0, creditMinor = 0 } = bill ?? {}
    const date = subscription.nextBillDate
    const counted = percentagesOn(percentages, { ...subscription, date })
    for (const { id } of price.minor === 0 ? [] : counted)
      used.set(id, withBill(used.get(id) ?? UNUSED, { date, step: stepOf(interval) }))
    for (const { id, reward } of redeem(credits, creditMinor, at) ?? []) spent.set(id, reward)
    const toPayMinor = price.minor - percentageMinor - creditMinor
    if (toPayMinor > 0) paidAt ??= at + REPORT_DELAY_MS
    bills.push({ at, priceMinor: price.minor, percentageMinor, creditMinor, toPayMinor })
  }
  return bills
}

function isGiven({ givenAt, cancelledAt }: Reward, at: number): boolean {
  return givenAt !== null && givenAt <= at && cancelledAt === null
}

/** Whether bills show a reward: a percentage, credit in their currency, or a share of payments, which becomes such credit. */
export function isOnBills(spec: RewardSpec | null, currency: string): boolean {
  if (spec?.type === 'PCT_DISCOUNT' || spec?.type === 'PAYMENT_SHARE') return true
  return spec?.type === 'CREDIT' && spec.unit === currency
}

type NextBill = Pick<Plan, 'price'> & {
  readonly interval: BillingInterval
  readonly startsAt: number
  readonly at: number
  readonly used: ReadonlyMap<string, UsedMonths>
}

function subscriptionOf({ price, interval, startsAt, at, used }: NextBill) {
  return {
    id: 'example',
    status: 'ACTIVE',
    price,
    otherChangesMinor: 0,
    balanceMinor: 0,
    nextBillDate: dayOf(at),
    billingDay: new Date(startsAt).getUTCDate(),
    billingInterval: interval,
    timeOfDayMs: timeOfDay(at),
    madeAt: new Map<string, number>(),
    reserved: [],
    amountStep: 1,
    used,
  } as const
}

function lotsOf(credits: readonly Credit<number>[], at: number): readonly CreditLot[] {
  return credits
    .filter(({ reward }) => statusesOf(reward, at)[0] === 'AVAILABLE')
    .map(({ reward }) => ({ minor: amountOf(reward.spec) - reward.redeemed, expiresAt: reward.expiresAt }))
}

function percentageOf({ id, reward }: Credit<number>): readonly Percentage[] {
  const { source, spec, givenAt, expiresAt, cancelledAt, billsAfter, createdAt } = reward
  if (spec.type !== 'PCT_DISCOUNT') return []
  // Settings are checked before they come here.
  const rate = rateFromPercent(spec.discountPercent) ?? NO_RATE
  const months = spec.monthsDiscountIsValid ?? null
  const queuedAt = isQueued(spec) ? createdAt : null
  return [{ id: String(id), source, rate, givenAt, expiresAt, cancelledAt, months, billsAfter, queuedAt }]
}
