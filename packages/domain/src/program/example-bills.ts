import { byTime, type FriendPayment, sharesOf, withinMonthlyLimit } from '../bills/shared-payments.ts'
import {
  endReward,
  friendReward,
  friendRewardAtConversion,
  milestoneReward,
  type Reward,
  referrerReward,
  sharedCredit,
} from '../rewards/reward.ts'
import { addMonths } from '../values/interval.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'
import {
  type BilledMonth,
  billsOf,
  exampleStart,
  type Plan,
  REPORT_DELAY_MS,
  type RewardsAt,
  type RewardTerms,
} from './billed-year.ts'

export type ExampleBill = BilledMonth & {
  /** How many friends of a referrer have converted before the bill; 0 on a friend's bill. */
  readonly friends: number
}

export type ExampleYear = {
  readonly friend: readonly ExampleBill[]
  readonly referrer: readonly ExampleBill[]
}

export const EXAMPLE_MONTHS = 12

/**
 * A year of bills by the rules that real bills follow: of a friend, who converts with the first bill above zero, and of a
 * referrer. The referrer’s friends subscribe one a month, the first of them with the first bill of the referrer; they convert as
 * the friend of the example does, a minute after a bill. Of a plan with a bill a year there are two bills.
 *
 * @param plan of both
 * @param friends how many friends subscribe in the year, 0 to 12
 * @param now milliseconds since the epoch of the first bill
 */
export function exampleYear(terms: RewardTerms, plan: Plan, friends: number, now: number): ExampleYear {
  const startsAt = exampleStart(now)
  const count = Math.max(2, EXAMPLE_MONTHS / plan.everyMonths)
  const friend = friendBills(terms, plan, startsAt, count)
  const paid = friend.findIndex((it) => it.toPayMinor > 0)
  const converted =
    paid < 0
      ? []
      : Array.from(
          { length: friends },
          (_, month) => addMonths(startsAt, month + paid * plan.everyMonths) + REPORT_DELAY_MS,
        )
  const brought = converted.map((convertedAt, month) => {
    const payments = paymentsOf(friend, plan, addMonths(startsAt, month), null)
    return { convertedAt, leftAt: null, payments }
  })
  const referrer = billsOf(rewardsOfReferrer(terms, brought), plan, startsAt, count)
  const before = (at: number) => converted.filter((it) => it < at).length
  return {
    friend: friend.map((it) => ({ ...it, friends: 0 })),
    referrer: referrer.map((it) => ({ ...it, friends: before(it.at) })),
  }
}

/** The bills of a friend who subscribes a moment after the attribution and stays. */
export function friendBills(
  { referredReward }: RewardTerms,
  plan: Plan,
  startsAt: number,
  count: number,
): readonly BilledMonth[] {
  if (referredReward === null) return billsOf(() => [], plan, startsAt, count)
  const reward = friendReward(referredReward, startsAt - REPORT_DELAY_MS)
  const rewardsAt: RewardsAt = (_, paidAt) => [
    paidAt === null ? reward : friendRewardAtConversion(reward, paidAt),
  ]
  return billsOf(rewardsAt, plan, startsAt, count)
}

/** A friend of a referrer, with milliseconds since the epoch. */
export type BroughtFriend = {
  readonly convertedAt: number
  /** When the friend cancelled; null for one who stays. */
  readonly leftAt: number | null
  readonly payments: readonly FriendPayment[]
}

/** The payments of a friend with such bills, the first of them at a moment. */
export function paymentsOf(
  bills: readonly BilledMonth[],
  { price, everyMonths }: Plan,
  subscribesAt: number,
  leftAt: number | null,
): readonly FriendPayment[] {
  return bills.flatMap(({ toPayMinor: minor }, index): FriendPayment[] => {
    const paidAt = addMonths(subscribesAt, index * everyMonths)
    if (minor === 0 || (leftAt !== null && paidAt > leftAt)) return []
    const nothingBack = { refundedMinor: 0, isReversed: false }
    return [
      { ...nothingBack, reference: '', paidAt, paid: { ...price, minor }, step: { months: everyMonths } },
    ]
  })
}

/** A reward as it is given, and as it is after the friend has left. */
type FriendsReward = {
  readonly friend: BroughtFriend
  readonly reward: Reward
  readonly leftAt: number | null
  readonly ended: Reward
}

/**
 * The rewards of a referrer for friends, their payments and milestones: at most the program's number at a time, without those of
 * friends who left. Friends who left still count for milestones.
 *
 * @param friends in the order of their conversions
 */
export function rewardsOfReferrer(terms: RewardTerms, friends: readonly BroughtFriend[]): RewardsAt {
  const { milestones, referrerHoldDays } = terms
  const byFriends = rewardsByFriends(terms, friends)
  const byMilestones = milestones.flatMap((it) => {
    const at = friends[it.friends - 1]?.convertedAt
    return at === undefined ? [] : [milestoneReward(it.reward, it.friends, at, referrerHoldDays)]
  })
  const shares = sharedCredits(
    terms,
    byFriends.map((it) => it.friend),
  )
  return (at) => [...byFriends.map((it) => rewardAt(it, at)), ...byMilestones, ...shares]
}

/** The credit for the payments of friends, each a moment after its payment. */
function sharedCredits(
  { referrerReward: spec, referrerHoldDays }: RewardTerms,
  friends: readonly BroughtFriend[],
): readonly Reward[] {
  if (spec?.type !== 'PAYMENT_SHARE') return []
  const rate = rateFromPercent(spec.sharePercent) ?? NO_RATE
  const { monthsShareIsValid: months = null, monthsCreditIsValid = null, maxCreditPerMonth = null } = spec
  const shares = friends.flatMap(({ payments, leftAt }) => {
    const [first] = payments
    if (first === undefined) return []
    const shared = sharesOf(payments, {
      rate,
      months,
      firstPaidAt: first.paidAt,
      endedAt: leftAt,
      after: null,
    })
    // Payments are in their order already.
    return payments.map((payment, index) => {
      const { shareMinor = 0, keptMinor = 0 } = shared[index] ?? {}
      return { ...payment, shareMinor, keptMinor, mostMinor: maxCreditPerMonth }
    })
  })
  return withinMonthlyLimit(shares.toSorted(byTime)).flatMap(({ keptMinor: minor, paid, paidAt }) => {
    const credit = { unit: paid.currency, minor, months: monthsCreditIsValid, paymentKey: '' }
    return minor === 0 ? [] : [sharedCredit(credit, paidAt, referrerHoldDays, paidAt + REPORT_DELAY_MS)]
  })
}

function rewardsByFriends(
  { referrerReward: spec, referrerHoldDays, maxReferrerRewards }: RewardTerms,
  friends: readonly BroughtFriend[],
): readonly FriendsReward[] {
  const given: FriendsReward[] = []
  for (const friend of spec === null ? [] : friends) {
    const { convertedAt, leftAt } = friend
    const isWithinLimit =
      maxReferrerRewards === null ||
      given.filter((it) => rewardAt(it, convertedAt).cancelledAt === null).length < maxReferrerRewards
    if (spec === null || !isWithinLimit) continue
    const reward = referrerReward(spec, convertedAt, referrerHoldDays)
    given.push({ friend, reward, leftAt, ended: leftAt === null ? reward : endReward(reward, leftAt) })
  }
  return given
}

function rewardAt({ reward, leftAt, ended }: FriendsReward, at: number): Reward {
  return leftAt === null || leftAt > at ? reward : ended
}
