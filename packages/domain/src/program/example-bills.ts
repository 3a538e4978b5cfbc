import { billDiscounts } from '../bills/bill-discount.ts'
import { dayOf, timeOfDay } from '../bills/bill-time.ts'
import { MONTHLY, stepOf } from '../bills/billing-interval.ts'
import { countsForBill, type Percentage } from '../bills/counted-bills.ts'
import { UNUSED, type UsedMonths, withBill } from '../bills/used-months.ts'
import type { CreditLot } from '../rewards/credit-lots.ts'
import { type Credit, redeem } from '../rewards/redemption.ts'
import {
  amountOf,
  friendReward,
  friendRewardAtConversion,
  milestoneReward,
  type Reward,
  referrerReward,
  statusesOf,
  unitOf,
} from '../rewards/reward.ts'
import { addMonths } from '../values/interval.ts'
import type { Money } from '../values/money.ts'
import { type Rate, rateFromPercent } from '../values/rate.ts'
import type { Program } from './program.ts'

/** What of a program decides bills. */
export type RewardTerms = Pick<
  Program,
  'referredReward' | 'referrerReward' | 'referrerHoldDays' | 'maxReferrerRewards' | 'milestones'
>

/** A monthly bill with what is taken off it. Amounts are minor units of the price's currency. */
export type ExampleBill = {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly priceMinor: number
  readonly percentageMinor: number
  readonly creditMinor: number
  readonly toPayMinor: number
  /** How many friends of a referrer have converted before the bill; 0 on a friend's bill. */
  readonly friends: number
}

export type ExampleYear = {
  readonly friend: readonly ExampleBill[]
  readonly referrer: readonly ExampleBill[]
}

export const EXAMPLE_MONTHS = 12
/** A friend's conversion is reported this long after the bill that converts. */
const REPORT_DELAY_MS = 60_000

/**
 * A year of monthly bills by the rules that real bills follow: of a friend, who converts with the first bill above zero, and of
 * a referrer. The referrer’s friends subscribe one a month, with a bill of the referrer; they convert as the friend of the
 * example does, a minute after a bill.
 *
 * @param price of a month, for both
 * @param friends how many friends subscribe in the year, 0 to 12
 * @param startsAt milliseconds since the epoch of the first bill
 */
export function exampleYear(
  terms: RewardTerms,
  price: Money,
  friends: number,
  startsAt: number,
): ExampleYear {
  const friend = billsOf(rewardsOfFriend(terms, startsAt), price, startsAt)
  const paid = friend.findIndex((it) => it.toPayMinor > 0)
  const converted = paid < 0 ? [] : conversions(friends, paid, startsAt)
  const referrer = billsOf(() => rewardsOfReferrer(terms, converted), price, startsAt)
  const before = (at: number) => converted.filter((it) => it < at).length
  return { friend, referrer: referrer.map((it) => ({ ...it, friends: before(it.at) })) }
}

/** When each friend converts, of those who do so before the last bill. */
function conversions(friends: number, firstPaidMonth: number, startsAt: number): readonly number[] {
  return Array.from({ length: friends }, (_, month) => month + firstPaidMonth)
    .filter((month) => month < EXAMPLE_MONTHS)
    .map((month) => addMonths(startsAt, month) + REPORT_DELAY_MS)
}

/** The rewards of an account, after it paid for the first time at a moment; null before. */
type RewardsAt = (paidAt: number | null) => readonly Reward[]

function rewardsOfFriend({ referredReward }: RewardTerms, startsAt: number): RewardsAt {
  if (referredReward === null) return () => []
  const reward = friendReward(referredReward, startsAt - REPORT_DELAY_MS)
  return (paidAt) => [paidAt === null ? reward : friendRewardAtConversion(reward, paidAt)]
}

function rewardsOfReferrer(
  { referrerReward: spec, referrerHoldDays, maxReferrerRewards, milestones }: RewardTerms,
  converted: readonly number[],
): readonly Reward[] {
  const rewarded = spec === null ? [] : converted.slice(0, maxReferrerRewards ?? undefined)
  const reached = milestones.flatMap((it) => {
    const at = converted[it.friends - 1]
    return at === undefined ? [] : [milestoneReward(it.reward, it.friends, at, referrerHoldDays)]
  })
  return [
    ...rewarded.flatMap((at) => (spec === null ? [] : [referrerReward(spec, at, referrerHoldDays)])),
    ...reached,
  ]
}

function billsOf(rewardsAt: RewardsAt, price: Money, startsAt: number): readonly ExampleBill[] {
  const used = new Map<string, UsedMonths>()
  const spent = new Map<number, Reward>()
  const bills: ExampleBill[] = []
  let paidAt: number | null = null
  for (let month = 0; month < EXAMPLE_MONTHS; month += 1) {
    const at = addMonths(startsAt, month)
    const rewards = rewardsAt(paidAt)
    const credits = rewards
      .map((reward, id): Credit<number> => ({ id, reward: withSpent(reward, spent.get(id)) }))
      .filter(({ reward }) => reward.spec.type === 'CREDIT' && unitOf(reward.spec) === price.currency)
    const subscription = exampleSubscription(price, startsAt, at, used)
    const percentages = rewards.flatMap(percentageOf)
    const billing = {
      percentages,
      credits: new Map([[price.currency, lotsOf(credits, at)]]),
      subscriptions: [subscription],
    }
    const [bill] = billDiscounts(billing, at).bills
    const { percentageMinor = 0, creditMinor = 0 } = bill ?? {}
    const date = subscription.nextBillDate
    const counted = percentages.filter((it) => countsForBill(it, { ...subscription, date }))
    for (const { id } of price.minor === 0 ? [] : counted)
      used.set(id, withBill(used.get(id) ?? UNUSED, { date, step: stepOf(MONTHLY) }))
    for (const { id, reward } of redeem(credits, creditMinor, at) ?? []) spent.set(id, reward)
    const toPayMinor = price.minor - percentageMinor - creditMinor
    if (toPayMinor > 0) paidAt ??= at + REPORT_DELAY_MS
    bills.push({ at, priceMinor: price.minor, percentageMinor, creditMinor, toPayMinor, friends: 0 })
  }
  return bills
}

function exampleSubscription(
  price: Money,
  startsAt: number,
  at: number,
  used: ReadonlyMap<string, UsedMonths>,
) {
  return {
    id: 'example',
    status: 'ACTIVE',
    price,
    otherChangesMinor: 0,
    balanceMinor: 0,
    nextBillDate: dayOf(at),
    billingDay: new Date(startsAt).getUTCDate(),
    billingInterval: MONTHLY,
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

function withSpent(reward: Reward, spent: Reward | undefined): Reward {
  return { ...reward, redeemed: spent?.redeemed ?? 0 }
}

function percentageOf(
  { source, spec, givenAt, expiresAt, cancelledAt, billsAfter }: Reward,
  index: number,
): readonly Percentage[] {
  if (spec.type !== 'PCT_DISCOUNT') return []
  // Settings are checked before they come here.
  const rate = rateFromPercent(spec.discountPercent) ?? (0 as Rate)
  const months = spec.monthsDiscountIsValid ?? null
  return [{ id: String(index), source, rate, givenAt, expiresAt, cancelledAt, months, billsAfter }]
}
