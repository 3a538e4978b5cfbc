import { byTime, type FriendPayment, sharesOf, withinMonthlyLimit } from '../bills/shared-payments.ts'
import { type Entry, entriesBetween } from '../rewards/ledger.ts'
import { cancelReward, type Reward, reviveReward, type ShareSpec } from '../rewards/reward.ts'
import {
  type ShareAccount,
  type ShareCredit,
  type ShareState,
  settleShares,
  type WantedShare,
} from '../rewards/share-account.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'

/** A payment of a friend with what was made of it. */
export type KnownPayment = FriendPayment & {
  readonly state: ShareState
  /** When its credit was cancelled with the referrer's side; null while it was not. */
  readonly deniedAt: number | null
}

/** A referral whose referrer gets a share of the payments of the friend. */
export type SharedReferral = {
  readonly spec: ShareSpec
  /** Credit can be given: the referrer's side is approved, and the share was not cancelled. */
  readonly isApproved: boolean
  /** When the converting payment was made. */
  readonly firstPaidAt: number
  readonly endedAt: number | null
  /** Payments until this moment were shared elsewhere; null where there are none. */
  readonly after: number | null
  readonly payments: readonly KnownPayment[]
}

/** What changes for a referrer. Credit that is new has no earlier state. */
export type SharesChange = {
  readonly payments: readonly KnownPayment[]
  readonly credits: readonly { readonly before: ShareCredit | null; readonly after: ShareCredit }[]
  readonly entries: readonly (Entry & { readonly rewardId: string })[]
}

type Now = { readonly now: number; readonly holdDays: number; readonly newId: () => string }

/** Settles the shares of a referrer from the payments of all friends, in whatever order these became known. */
export function settleReferrer(
  referrals: readonly SharedReferral[],
  credits: readonly ShareCredit[],
  { now, holdDays, newId }: Now,
): SharesChange {
  const before = new Map(credits.map((it) => [it.id, it]))
  const moderated = moderatedCredits(referrals, credits, now)
  const wanted = referrals.flatMap((it) => wantedOf(it, holdDays))
  const payments = referrals.flatMap((it) => it.payments)
  const currencies = new Set(payments.map((it) => it.paid.currency))
  const states = new Map<string, ShareState>()
  const after = new Map<string, ShareCredit>()
  const taken: (Entry & { readonly rewardId: string })[] = []
  for (const currency of currencies) {
    const own = payments.filter((it) => it.paid.currency === currency)
    const references = new Set(own.map((it) => it.reference))
    const account: ShareAccount = {
      states: own.map((it) => it.state),
      credits: moderated.filter((it) => references.has(it.payment)),
    }
    const inCurrency = wanted.filter((it) => it.paid.currency === currency).toSorted(byTime)
    const change = settleShares(account, withinMonthlyLimit(inCurrency).map(wantedShare), now, newId)
    for (const it of change.states) states.set(it.payment, it)
    for (const it of change.credits) after.set(it.id, it)
    taken.push(...change.entries)
  }
  return {
    payments: changedPayments(referrals, states, now),
    credits: [...after.values()].flatMap((it) => {
      const known = before.get(it.id) ?? null
      return known?.reward === it.reward ? [] : [{ before: known, after: it }]
    }),
    entries: [
      ...moderated.flatMap((it) => ownEntries(it.id, before.get(it.id)?.reward ?? null, it.reward, now)),
      ...[...after.values()]
        .filter((it) => !before.has(it.id))
        .flatMap((it) => ownEntries(it.id, null, untaken(it.reward), now)),
      ...taken,
    ],
  }
}

/** The credit with that of denied sides cancelled, and that of sides that are approved again revived. */
function moderatedCredits(
  referrals: readonly SharedReferral[],
  credits: readonly ShareCredit[],
  now: number,
): readonly ShareCredit[] {
  const byPayment = new Map(
    referrals.flatMap(({ isApproved, payments }) =>
      payments.map(({ reference, deniedAt }) => [reference, { isApproved, deniedAt }]),
    ),
  )
  return credits.map((it) => {
    const side = byPayment.get(it.payment)
    if (side === undefined) return it
    const { isApproved, deniedAt } = side
    // What was cancelled by hand stays so.
    const isRevived = isApproved && deniedAt !== null && it.reward.cancelledAt === deniedAt
    const isCancelled = !isApproved && deniedAt === null
    if (isRevived) return { ...it, reward: reviveReward(it.reward) }
    return isCancelled ? { ...it, reward: cancelReward(it.reward, now) } : it
  })
}

type LimitedWish = Omit<WantedShare, 'unit'> &
  Pick<FriendPayment, 'paid' | 'reference'> & {
    readonly shareMinor: number
    readonly mostMinor: number | null
  }

function wantedOf({ spec, payments, ...referral }: SharedReferral, holdDays: number): readonly LimitedWish[] {
  const months = spec.monthsShareIsValid ?? null
  const { isApproved } = referral
  const rate = rateFromPercent(spec.sharePercent) ?? NO_RATE
  const shares = new Map(sharesOf(payments, { ...referral, rate, months }).map((it) => [it.reference, it]))
  return payments.flatMap((it) => {
    const share = shares.get(it.reference)
    if (share === undefined) return []
    const limit = { mostMinor: spec.maxCreditPerMonth ?? null, paidAt: it.paidAt, paid: it.paid }
    const terms = { payment: it.reference, isApproved, months: spec.monthsCreditIsValid ?? null, holdDays }
    return [{ ...share, ...limit, ...terms }]
  })
}

function wantedShare({ payment, paidAt, keptMinor, isApproved, months, holdDays, paid }: LimitedWish) {
  return { payment, paidAt, keptMinor, isApproved, unit: paid.currency, months, holdDays }
}

function changedPayments(
  referrals: readonly SharedReferral[],
  states: ReadonlyMap<string, ShareState>,
  now: number,
): readonly KnownPayment[] {
  return referrals.flatMap(({ isApproved, payments }) =>
    payments.flatMap((it) => {
      const state = states.get(it.reference) ?? it.state
      const deniedAt = isApproved ? null : (it.deniedAt ?? now)
      const isSame = deniedAt === it.deniedAt && isSameState(state, it.state)
      return isSame ? [] : [{ ...it, state, deniedAt }]
    }),
  )
}

function isSameState(one: ShareState, other: ShareState): boolean {
  const names = ['givenMinor', 'takenMinor', 'debtMinor', 'expiredMinor'] as const
  return names.every((name) => one[name] === other[name])
}

function ownEntries(rewardId: string, before: Reward | null, after: Reward, now: number) {
  if (before === after) return []
  return entriesBetween(rewardId, before, after, now).map((it) => ({ ...it, rewardId }))
}

/** The credit as it was given, before a debt was taken from it. */
function untaken(reward: Reward): Reward {
  return { ...reward, redeemed: 0, takenBack: 0, redeemedAt: null }
}
