import { isValidAt, type MadeBefore } from './credit-lots.ts'
import type { Entry } from './ledger.ts'
import { redemptionEntries } from './ledger.ts'
import { type Credit, redeem } from './redemption.ts'
import { amountOf, type Reward, spentOf, statusesOf } from './reward.ts'

/**
 * Credit that is kept for one bill: taken from rewards, so that nothing else can spend it, until the bill is made. Credit
 * that the bill did not use goes back to the rewards.
 */
export type CreditReservation = {
  /** Names the bill: the subscription and its cycle. */
  readonly bill: string
  /** How often it was changed; names the entries of the next change. */
  readonly changes: number
  /** The reserved amount of each reward, the soonest to expire first. */
  readonly parts: readonly Part[]
  readonly isOpen: boolean
}

export type Part = { readonly rewardId: string; readonly amount: number }

/** A reservation after a change, with the rewards that the change leaves different and the entries for the ledger. */
export type ReservationChange = {
  readonly reservation: CreditReservation
  readonly rewards: readonly Credit<string>[]
  readonly entries: readonly OwnEntry[]
}
export type OwnEntry = Entry & { readonly rewardId: string }

export function newReservation(bill: string): CreditReservation {
  return { bill, changes: 0, parts: [], isOpen: true }
}

export function reservedAmount({ parts }: CreditReservation): number {
  return parts.reduce((sum, it) => sum + it.amount, 0)
}

/** Now, and when the bill is made that the credit is kept for; null where no more is taken for it. */
export type ReservationTimes = {
  readonly now: number
  readonly bill: MadeBefore | null
  /** Shares of payments go back first, because some of them are to be taken back. */
  readonly areSharesOwed?: boolean
}

/**
 * Makes an open reservation larger or smaller. It takes less than wanted when there is not enough credit that is valid when
 * the bill is made.
 *
 * @param credits the rewards of its parts, and those it may take from; all of the bill's currency
 */
export function resize(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  wanted: number,
  times: ReservationTimes,
): ReservationChange {
  const missing = wanted - reservedAmount(reservation)
  if (!reservation.isOpen || missing === 0) return { reservation, rewards: [], entries: [] }
  return missing > 0
    ? take(reservation, credits, missing, times)
    : giveBack(reservation, credits, -missing, times)
}

/** Ends an open reservation: `used` was spent by its bill, the rest goes back. An ended one stays as it is. */
export function settle(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  used: number,
  now: number,
): ReservationChange {
  if (!reservation.isOpen) return { reservation, rewards: [], entries: [] }
  const reserved = reservedAmount(reservation)
  const change = resize(reservation, credits, Math.min(Math.max(used, 0), reserved), { now, bill: null })
  const spent = spend(change, credits, now)
  return { ...change, reservation: { ...change.reservation, isOpen: false }, rewards: spent }
}

/** The rewards, with the reserved credit redeemed for good. */
function spend(
  { reservation, rewards }: ReservationChange,
  credits: readonly Credit<string>[],
  now: number,
): readonly Credit<string>[] {
  const changed = new Map([...credits, ...rewards].map((it) => [it.id, it.reward]))
  const spent = reservation.parts.map(({ rewardId: id, amount }) => {
    const before = rewardIn(changed, id)
    const reward = { ...before, reserved: before.reserved - amount }
    const isAll = spentOf(reward) === amountOf(reward.spec)
    return { id, reward: { ...reward, redeemedAt: isAll ? now : null } }
  })
  const ids = new Set(spent.map((it) => it.id))
  return [...rewards.filter((it) => !ids.has(it.id)), ...spent]
}

function rewardIn(rewards: ReadonlyMap<string, Reward>, id: string): Reward {
  const reward = rewards.get(id)
  if (reward === undefined) throw new Error('reward of a reservation not found')
  return reward
}

function take(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  missing: number,
  { now, bill }: ReservationTimes,
): ReservationChange {
  const valid = credits.filter(({ reward }) => bill === null || isValidAt(reward.expiresAt, bill))
  const takings = redeem(valid, Math.min(missing, restOf(valid, now)), now) ?? []
  if (takings.length === 0) return { reservation, rewards: [], entries: [] }
  const source = nameOf(reservation)
  const entries = takings.flatMap(({ id, reward, taken }) =>
    redemptionEntries(source, id, reward, taken, now).map((it) => ({ ...it, rewardId: id })),
  )
  const amounts = new Map(reservation.parts.map((it) => [it.rewardId, it.amount]))
  for (const { id, taken } of takings) amounts.set(id, (amounts.get(id) ?? 0) + taken)
  const parts = [...amounts].map(([rewardId, amount]) => ({ rewardId, amount }))
  const rewards = takings.map(({ id, reward, taken }) => {
    return { id, reward: { ...reward, reserved: reward.reserved + taken, redeemedAt: null } }
  })
  return { reservation: changed(reservation, parts), rewards, entries }
}

/**
 * Parts go back first that the bill cannot use: of cancelled rewards, and of rewards that expire before it; where shares are to be
 * taken back, these as well. Then those that were taken last, because they expire last.
 */
function giveBack(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  excess: number,
  { now, bill, areSharesOwed = false }: ReservationTimes,
): ReservationChange {
  const rewardOf = new Map(credits.map((it) => [it.id, it.reward]))
  const source = nameOf(reservation)
  const isUseless = ({ rewardId }: Part) => {
    const { cancelledAt, expiresAt } = rewardIn(rewardOf, rewardId)
    return cancelledAt !== null || (bill !== null && !isValidAt(expiresAt, bill))
  }
  const lastFirst = reservation.parts.toReversed()
  const rewards: Credit<string>[] = []
  const entries: OwnEntry[] = []
  const kept = new Map(reservation.parts.map((it) => [it.rewardId, it.amount]))
  let left = excess
  const isFirst = (it: Part) =>
    isUseless(it) || (areSharesOwed && rewardIn(rewardOf, it.rewardId).source === 'FRIEND_PAYMENT')
  for (const part of [...lastFirst.filter(isFirst), ...lastFirst.filter((it) => !isFirst(it))]) {
    const { rewardId: id, amount } = part
    const back = Math.min(left, amount)
    if (back === 0) break
    left -= back
    kept.set(id, amount - back)
    const before = rewardIn(rewardOf, id)
    const redeemed = before.redeemed - back
    const after = { ...before, redeemed, reserved: before.reserved - back, redeemedAt: null }
    rewards.push({ id, reward: after })
    entries.push(...releaseEntries(source, id, after, back, now))
  }
  const parts = [...kept].flatMap(([rewardId, amount]) => (amount === 0 ? [] : [{ rewardId, amount }]))
  return { reservation: changed(reservation, parts), rewards, entries }
}

/**
 * A released amount counts again until its reward expires, and not at all after that. An amount released to a cancelled
 * reward was not redeemed, and is reversed at the same moment.
 */
function releaseEntries(
  source: string,
  rewardId: string,
  { cancelledAt, expiresAt }: Reward,
  amount: number,
  now: number,
): readonly OwnEntry[] {
  if (expiresAt !== null && expiresAt <= now) return []
  const name = `release:${source}:${rewardId}`
  const back = { source: name, kind: 'REVERSAL', amount, effectiveAt: now, rewardId } as const
  if (cancelledAt !== null) return [back, { ...back, source: `reversal:${name}`, amount: -amount }]
  if (expiresAt === null) return [back]
  return [back, { ...back, source: `${name}:expiry`, amount: -amount, effectiveAt: expiresAt }]
}

function restOf(credits: readonly Credit<string>[], now: number): number {
  const available = credits.filter(
    ({ reward }) => reward.cancelledAt === null && statusesOf(reward, now)[0] === 'AVAILABLE',
  )
  return available.reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
}

function nameOf({ bill, changes }: CreditReservation): string {
  return `${bill}:${changes}`
}

function changed(reservation: CreditReservation, parts: readonly Part[]): CreditReservation {
  return { ...reservation, changes: reservation.changes + 1, parts }
}
