import { billDiscounts } from '../bills/bill-discount.ts'
import { dayOf, timeOfDay } from '../bills/bill-time.ts'
import type { Percentage } from '../bills/counted-bills.ts'
import { percentagesOn } from '../bills/queue.ts'
import { type CountedBill, usedMonths } from '../bills/used-months.ts'
import type { Plan, RewardTerms } from '../program/billed-year.ts'
import { NO_MILESTONES, type UserMilestones, withFriends } from '../rewards/milestones.ts'
import { redeem } from '../rewards/redemption.ts'
import {
  amountOf,
  endReward,
  friendReward,
  friendRewardAtConversion,
  isQueued,
  manualReward,
  type Reward,
  referrerReward,
  type ShareSpec,
  statusesOf,
} from '../rewards/reward.ts'
import type { RewardId } from '../values/ids.ts'
import { addMonths } from '../values/interval.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'

/** The people of a simulated year. */
export type Population = {
  readonly referrers: number
  /** The month of the first bill of the referrers, from 0. */
  readonly firstMonth: number
  /** Friends who subscribe in each month. */
  readonly friendsPerMonth: number
  readonly monthlyCancellationRate: number
  readonly random: () => number
}

export type SimulatedMonth = {
  readonly converted: number
  readonly bills: number
  readonly friendDiscountMinor: number
  readonly referrerDiscountMinor: number
}

const MONTHS = 12
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * A year of people who come, pay, bring friends and leave, one by one, with rewards as they are given at each moment. The
 * referrers take turns in bringing friends, in an order that is drawn. Who leaves is drawn too: of those who pay, as many as the
 * rate says, two weeks before a bill.
 */
export function simulateYear(
  terms: RewardTerms,
  plan: Plan,
  startsAt: number,
  population: Population,
): readonly SimulatedMonth[] {
  const { referrers: count, firstMonth, friendsPerMonth, monthlyCancellationRate, random } = population
  const referrers = Array.from({ length: count }, () => new SimulatedUser(plan, firstMonth))
  const inTurn = drawn(referrers, count, random)
  const friends: SimulatedUser[] = []
  let leaving = random()
  return Array.from({ length: MONTHS }, (_, month): SimulatedMonth => {
    const now = addMonths(startsAt, month)
    const paying = friends.filter((it) => it.paidAt !== null && it.leftAt === null)
    leaving += paying.length * monthlyCancellationRate
    for (const it of drawn(paying, Math.floor(leaving), random)) it.leave(now - 14 * DAY_MS)
    leaving -= Math.floor(leaving)

    const off = { friends: 0, referrers: 0 }
    for (const it of referrers) off.referrers += it.bill(month, startsAt) ?? 0
    for (let place = 0; place < friendsPerMonth; place += 1) {
      const referrer = inTurn[(month * friendsPerMonth + place) % count]
      if (referrer === undefined) throw new Error('there is no referrer')
      friends.push(SimulatedUser.referred(plan, month, referrer, terms, now - MINUTE_MS))
    }
    const billed = friends.flatMap((it) => {
      const minor = it.bill(month, startsAt)
      return minor === null ? [] : [{ friend: it, minor }]
    })
    for (const { minor } of billed) off.friends += minor
    const converted = friends.filter((it) => it.convert(terms, now + MINUTE_MS)).length
    for (const { friend, minor } of billed) friend.share(terms, plan.price.minor - minor, now + MINUTE_MS)
    return {
      converted,
      bills: billed.length,
      friendDiscountMinor: off.friends,
      referrerDiscountMinor: off.referrers,
    }
  })
}

class SimulatedUser {
  readonly #plan: Plan
  readonly #firstMonth: number
  readonly #referrer: SimulatedUser | null
  readonly #ledger: CountedBill[] = []
  /** The rewards by the friend or the milestone that earned them. */
  readonly #rewards = new Map<SimulatedUser | RewardId | 'own', Reward>()
  #milestones: UserMilestones = NO_MILESTONES
  #sharedMonths = 0
  readonly #sharedIn = new Map<number, number>()
  #hasPaid = false
  paidAt: number | null = null
  leftAt: number | null = null

  constructor(plan: Plan, firstMonth: number, referrer: SimulatedUser | null = null) {
    this.#plan = plan
    this.#firstMonth = firstMonth
    this.#referrer = referrer
  }

  static referred(
    plan: Plan,
    month: number,
    by: SimulatedUser,
    terms: RewardTerms,
    at: number,
  ): SimulatedUser {
    const user = new SimulatedUser(plan, month, by)
    if (terms.referredReward !== null) user.#rewards.set('own', friendReward(terms.referredReward, at))
    return user
  }

  leave(at: number): void {
    this.leftAt = at
    this.#referrer?.loseFriend(this, at)
  }

  loseFriend(friend: SimulatedUser, at: number): void {
    const reward = this.#rewards.get(friend)
    if (reward !== undefined) this.#rewards.set(friend, endReward(reward, at))
  }

  /** Whether the person converts now: has paid for the first time. */
  convert(terms: RewardTerms, at: number): boolean {
    if (!this.#hasPaid || this.paidAt !== null) return false
    this.paidAt = at
    const own = this.#rewards.get('own')
    if (own !== undefined) this.#rewards.set('own', friendRewardAtConversion(own, at))
    this.#referrer?.gainFriend(this, terms, at)
    return true
  }

  gainFriend(friend: SimulatedUser, terms: RewardTerms, at: number): void {
    const { referrerReward: spec, maxReferrerRewards, referrerHoldDays } = terms
    const has = [...this.#rewards.values()].filter(
      (it) => it.source === 'FRIEND_SIGNUP' && it.cancelledAt === null,
    ).length
    if (spec !== null && has < (maxReferrerRewards ?? Number.POSITIVE_INFINITY))
      this.#rewards.set(friend, referrerReward(spec, at, referrerHoldDays))
    const change = { now: at, program: terms, isRecord: false, newId: () => `milestone_${at}` as RewardId }
    this.#milestones = withFriends(this.#milestones, this.#milestones.friends + 1, change)
    for (const { id, reward } of this.#milestones.rewards)
      if (!this.#rewards.has(id)) this.#rewards.set(id, reward)
  }

  /** The referrer gets a share of a payment that this person made. */
  share({ referrerReward: spec, referrerHoldDays }: RewardTerms, paid: number, at: number): void {
    if (spec?.type !== 'PAYMENT_SHARE' || paid === 0) return
    if (this.#sharedMonths >= (spec.monthsShareIsValid ?? Number.POSITIVE_INFINITY)) return
    this.#sharedMonths += this.#plan.everyMonths
    const minor = Math.floor((paid * Math.round(spec.sharePercent * 100) + 5000) / 10_000)
    this.#referrer?.gainShare(this, spec, minor, at, referrerHoldDays)
  }

  gainShare(friend: SimulatedUser, spec: ShareSpec, minor: number, at: number, holdDays: number): void {
    if (!this.#rewards.has(friend)) return
    const month = new Date(at).getUTCMonth() + 12 * new Date(at).getUTCFullYear()
    const before = this.#sharedIn.get(month) ?? 0
    const credit = Math.min(minor, (spec.maxCreditPerMonth ?? Number.POSITIVE_INFINITY) - before)
    this.#sharedIn.set(month, before + credit)
    if (credit === 0) return
    const months = spec.monthsCreditIsValid
    const validity = months === undefined ? {} : { monthsCreditIsValid: months }
    const given = at - MINUTE_MS + holdDays * DAY_MS
    const reward = { type: 'CREDIT', unit: this.#plan.price.currency, credit, ...validity } as const
    this.#rewards.set(
      `share_${this.#rewards.size}` as RewardId,
      manualReward(reward, at, holdDays === 0 ? null : given, null),
    )
  }

  /** The discount on the bill of a month; null without a bill. */
  bill(month: number, startsAt: number): number | null {
    const { price, everyMonths } = this.#plan
    const since = month - this.#firstMonth
    if (this.leftAt !== null || since < 0 || since % everyMonths !== 0) return null
    const now = addMonths(startsAt, month)
    const credits = [...this.#rewards]
      .map(([id, reward]) => ({ id, reward }))
      .filter(({ reward }) => reward.spec.type === 'CREDIT')
    const spendable = credits
      .filter(({ reward }) => statusesOf(reward, now)[0] === 'AVAILABLE')
      .reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
    const percentages = [...this.#rewards.values()].flatMap(percentageOf).filter((it) => isGiven(it, now))
    const subscription = this.#subscription(now, startsAt, percentages)
    const [bill] = billDiscounts(
      {
        percentages,
        credits: new Map([[price.currency, [{ minor: spendable, expiresAt: null }]]]),
        subscriptions: [subscription],
      },
      now,
    ).bills
    if (bill === undefined) throw new Error('there is no bill')
    this.#ledger.push({
      subscriptionId: 'one',
      date: dayOf(now),
      madeAt: now,
      step: { months: everyMonths },
      percentages: percentagesOn(percentages, { ...subscription, date: dayOf(now) }).map(({ id }) => id),
    })
    for (const { id, reward } of redeem(credits, bill.creditMinor, now) ?? []) this.#rewards.set(id, reward)
    if (bill.expected.minor < price.minor) this.#hasPaid = true
    return bill.expected.minor
  }

  #subscription(now: number, startsAt: number, percentages: readonly Percentage[]) {
    const key = { key: 'one', createdAt: 0 }
    return {
      id: 'one',
      status: 'ACTIVE',
      price: this.#plan.price,
      otherChangesMinor: 0,
      balanceMinor: 0,
      nextBillDate: dayOf(now),
      billingDay: new Date(startsAt).getUTCDate(),
      billingInterval: { unit: 'MONTH', count: this.#plan.everyMonths },
      timeOfDayMs: timeOfDay(now),
      madeAt: new Map<string, number>(),
      reserved: [],
      amountStep: 1,
      used: new Map(percentages.map(({ id }) => [id, usedMonths(id, key, this.#ledger)])),
    } as const
  }
}

function isGiven({ givenAt, cancelledAt }: Percentage, now: number): boolean {
  return givenAt !== null && givenAt <= now && cancelledAt === null
}

function percentageOf(reward: Reward, index: number): readonly Percentage[] {
  const { spec, source, givenAt, expiresAt, cancelledAt, billsAfter, createdAt } = reward
  if (spec.type !== 'PCT_DISCOUNT') return []
  const rate = rateFromPercent(spec.discountPercent) ?? NO_RATE
  const months = spec.monthsDiscountIsValid ?? null
  const queuedAt = isQueued(spec) ? createdAt : null
  const times = { givenAt, expiresAt, cancelledAt, billsAfter, queuedAt }
  return [{ id: `reward_${index}`, source, rate, months, ...times }]
}

/** So many of them, each once, in an order that is drawn. */
function drawn<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item)
}
