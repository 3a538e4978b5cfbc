import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specs } from '../testing/spec-arbitrary.ts'
import { TestLedger } from '../testing/test-ledger.ts'
import { START } from '../testing/test-tenant.ts'
import { addDays, addMonths } from '../values/interval.ts'
import { redemptionEntries } from './ledger.ts'
import { redeem } from './redemption.ts'
import {
  amountOf,
  cancelReward,
  friendReward,
  friendRewardAtConversion,
  isCredit,
  isQueued,
  manualReward,
  type Reward,
  type RewardSpec,
  referrerReward,
  reviveReward,
} from './reward.ts'

/** How a reward is created. Days are counted from START. */
type Beginning =
  | { readonly kind: 'friend'; readonly spec: RewardSpec }
  | {
      readonly kind: 'referrer'
      readonly spec: RewardSpec
      readonly holdDays: number
      readonly lateDays: number
    }
  | {
      readonly kind: 'gift'
      readonly spec: RewardSpec
      readonly scheduledDays: number | null
      readonly validDays: number | null
    }

/** A change of a reward. Approving revives it and, once the friend has paid, starts its months. */
type Deed = 'pay' | 'cancel' | 'approve' | { readonly redeem: number }

/** Deeds of one moment that share a transaction, some time after the one before. */
type Transaction = { readonly pauseMs: number; readonly deeds: readonly Deed[] }

const days = fc.integer({ min: 0, max: 900 })
const beginnings: fc.Arbitrary<Beginning> = fc.oneof(
  fc.record({ kind: fc.constant('friend' as const), spec: specs }),
  fc.record({ kind: fc.constant('referrer' as const), spec: specs, holdDays: days, lateDays: days }),
  fc.record({
    kind: fc.constant('gift' as const),
    spec: specs,
    scheduledDays: fc.option(days),
    validDays: fc.option(fc.integer({ min: 1, max: 900 })),
  }),
)
const decisions = fc.constantFrom<Deed>('pay', 'cancel', 'cancel', 'approve', 'approve')
const redemptions = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 100_000 }))
const transactions: fc.Arbitrary<Transaction> = fc.record({
  pauseMs: fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 300 }).map((it) => addDays(0, it)),
  ),
  deeds: fc.oneof(
    fc.array(decisions, { minLength: 1, maxLength: 4 }),
    redemptions.map((it) => [{ redeem: it }]),
  ),
})
const histories = fc.tuple(beginnings, fc.array(transactions, { maxLength: 8 }))

test('the entries effective at a time add up to the value of the reward at that time', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: -10, max: 3000 }), ([beginning, history], someDay) => {
      const { ledger, tale } = lived(beginning, history)
      const marks = [...ledger.moments, ...tale.map((it) => it.at)]
      for (const at of [addDays(START, someDay), ...marks.flatMap((it) => [it - 1, it, it + 1])]) {
        expect(ledger.balance(at)).toBe(worth(tale, at))
      }
    }),
    { numRuns: 1500 },
  )
})

/** Applies a history to the rules, and to a simple model that has the terms but not the rules. */
function lived(beginning: Beginning, history: readonly Transaction[]) {
  const ledger = new TestLedger()
  let now = beginning.kind === 'referrer' ? addDays(START, beginning.lateDays) : START
  let reward = begun(beginning, now)
  ledger.change('r1', null, reward, now)
  const tale: Chapter[] = [firstChapter(beginning, now)]
  for (const [index, { pauseMs, deeds }] of history.entries()) {
    now += pauseMs
    const before = reward
    for (const deed of deeds) {
      const previous = lastOf(tale)
      tale.push(next({ ...previous, at: now }, deed))
      if (typeof deed === 'object') {
        const [taking] = redeem([{ id: 'r1', reward }], deed.redeem, now) ?? []
        if (taking === undefined) continue
        ledger.add(redemptionEntries(`d${index}`, 'r1', reward, taking.taken, now), now)
        reward = taking.reward
      } else {
        reward = done(reward, deed, lastOf(tale).paidAt, now)
      }
    }
    if (deeds.every((it) => typeof it === 'string')) ledger.change('r1', before, reward, now)
  }
  return { ledger, tale }
}

function begun(beginning: Beginning, now: number): Reward {
  const { spec } = beginning
  if (beginning.kind === 'friend') return friendReward(spec, now)
  if (beginning.kind === 'referrer') return referrerReward(spec, START, beginning.holdDays, now)
  const { scheduledDays, validDays } = beginning
  const scheduledFor = scheduledDays === null ? null : addDays(START, scheduledDays)
  const expiresAt = validDays === null ? null : addDays(scheduledFor ?? START, validDays)
  return manualReward(spec, now, scheduledFor, expiresAt)
}

function done(reward: Reward, deed: Exclude<Deed, object>, paidAt: number | null, now: number): Reward {
  if (deed === 'cancel') return cancelReward(reward, now)
  const revived = deed === 'approve' ? reviveReward(reward) : reward
  if (reward.source !== 'REFERRED' || paidAt === null) return revived
  const givenAt = revived.givenAt ?? now
  return revived.cancelledAt === null ? { ...friendRewardAtConversion(revived, paidAt), givenAt } : revived
}

/** The state of a reward from a moment on, in words of the contract. */
type Chapter = {
  readonly at: number
  readonly isFriends: boolean
  readonly isPercentage: boolean
  readonly amount: number
  readonly months: number | null
  readonly from: number | null
  readonly until: number | null
  readonly paidAt: number | null
  readonly spent: number
  readonly isTakenBack: boolean
}

function firstChapter(beginning: Beginning, at: number): Chapter {
  const { kind, spec } = beginning
  // A queued percentage has no end before bills say when it begins.
  const months = kind !== 'friend' && isQueued(spec) ? null : monthsOf(spec)
  const blank = {
    at,
    isFriends: kind === 'friend',
    isPercentage: spec.type === 'PCT_DISCOUNT',
    amount: amountOf(spec),
    months,
    paidAt: null,
    spent: 0,
    isTakenBack: false,
  }
  const end = (from: number) => (months === null ? null : addMonths(from, months))
  if (kind === 'friend') return { ...blank, from: spec.type === 'PCT_DISCOUNT' ? at : null, until: null }
  if (kind === 'referrer') {
    return { ...blank, from: Math.max(at, addDays(START, beginning.holdDays)), until: end(START) }
  }
  const from = addDays(START, beginning.scheduledDays ?? 0)
  return {
    ...blank,
    from,
    until: beginning.validDays === null ? end(from) : addDays(from, beginning.validDays),
  }
}

function next(it: Chapter, deed: Deed): Chapter {
  const isOver = (it.until !== null && it.until <= it.at) || (it.spent > 0 && it.spent === it.amount)
  if (typeof deed === 'object') {
    return worth([it], it.at) >= deed.redeem ? { ...it, spent: it.spent + deed.redeem } : it
  }
  if (deed === 'cancel') return isOver ? it : { ...it, isTakenBack: true }
  const previous = deed === 'approve' ? { ...it, isTakenBack: false } : { ...it, paidAt: it.paidAt ?? it.at }
  if (!previous.isFriends || previous.isTakenBack || previous.paidAt === null) return previous
  const until =
    previous.months === null ? null : friendEnd(previous.isPercentage, previous.paidAt, previous.months)
  return { ...previous, from: previous.from ?? previous.at, until }
}

/** A friend's percentage ends with the day before the bill N months later, everything else to the millisecond. */
function friendEnd(isPercentage: boolean, paidAt: number, months: number): number {
  if (!isPercentage) return addMonths(paidAt, months)
  const dueOn = new Date(addMonths(paidAt, months))
  return Date.UTC(dueOn.getUTCFullYear(), dueOn.getUTCMonth(), dueOn.getUTCDate())
}

function worth(tale: readonly Chapter[], at: number): number {
  const chapter = tale.findLast((it) => it.at <= at)
  if (chapter === undefined || chapter.isTakenBack || chapter.from === null) return 0
  const isOpen = chapter.from <= at && (chapter.until === null || at < chapter.until)
  return isOpen ? chapter.amount - chapter.spent : 0
}

function monthsOf(spec: RewardSpec): number | null {
  if (spec.type === 'PCT_DISCOUNT') return spec.monthsDiscountIsValid ?? null
  if (spec.type === 'PAYMENT_SHARE') return spec.monthsShareIsValid ?? null
  return isCredit(spec) ? (spec.monthsCreditIsValid ?? null) : null
}

function lastOf(tale: readonly Chapter[]): Chapter {
  const last = tale.at(-1)
  if (last === undefined) throw new Error('empty sequence')
  return last
}
