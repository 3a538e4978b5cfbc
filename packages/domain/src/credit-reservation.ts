import type { Entry } from './ledger.ts'
import { redemptionEntries } from './ledger.ts'
import { type Credit, redeem } from './redemption.ts'
import { amountOf, type Reward, statusesOf } from './reward.ts'

/**
 * Credit that is kept for one bill: taken from rewards, so that nothing else can spend it, until the bill is made. What
 * the bill did not use goes back to the rewards.
 */
export type CreditReservation = {
  /** Names the bill: the subscription and its cycle. */
  readonly bill: string
  /** How often it was changed; names the entries of the next change. */
  readonly changes: number
  /** What was taken from which reward; the soonest to expire first. */
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

/**
 * Makes an open reservation larger or smaller. It takes less than wanted when there is not enough credit.
 *
 * @param credits the rewards of its parts, and those it may take from; all of the bill's currency
 */
export function resize(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  wanted: number,
  now: number,
): ReservationChange {
  const missing = wanted - reservedAmount(reservation)
  if (!reservation.isOpen || missing === 0) return { reservation, rewards: [], entries: [] }
  return missing > 0
    ? take(reservation, credits, missing, now)
    : giveBack(reservation, credits, -missing, now)
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
  const change = resize(reservation, credits, Math.min(Math.max(used, 0), reserved), now)
  return { ...change, reservation: { ...change.reservation, isOpen: false } }
}

function take(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  missing: number,
  now: number,
): ReservationChange {
  const takings = redeem(credits, Math.min(missing, restOf(credits, now)), now) ?? []
  if (takings.length === 0) return { reservation, rewards: [], entries: [] }
  const source = nameOf(reservation)
  const entries = takings.flatMap(({ id, reward, taken }) =>
    redemptionEntries(source, id, reward, taken, now).map((it) => ({ ...it, rewardId: id })),
  )
  const amounts = new Map(reservation.parts.map((it) => [it.rewardId, it.amount]))
  for (const { id, taken } of takings) amounts.set(id, (amounts.get(id) ?? 0) + taken)
  const parts = [...amounts].map(([rewardId, amount]) => ({ rewardId, amount }))
  return { reservation: changed(reservation, parts), rewards: takings, entries }
}

/** The parts that were taken last go back first: they expire last. */
function giveBack(
  reservation: CreditReservation,
  credits: readonly Credit<string>[],
  surplus: number,
  now: number,
): ReservationChange {
  const rewardOf = new Map(credits.map((it) => [it.id, it.reward]))
  const source = nameOf(reservation)
  const parts: Part[] = []
  const rewards: Credit<string>[] = []
  const entries: OwnEntry[] = []
  let left = surplus
  for (const { rewardId: id, amount } of reservation.parts.toReversed()) {
    const back = Math.min(left, amount)
    left -= back
    if (back < amount) parts.unshift({ rewardId: id, amount: amount - back })
    if (back === 0) continue
    const reward = rewardOf.get(id)
    if (reward === undefined) throw new Error('reward of a reservation not found')
    rewards.push({ id, reward: { ...reward, redeemed: reward.redeemed - back, redeemedAt: null } })
    entries.push(...releaseEntries(source, id, reward, back, now))
  }
  return { reservation: changed(reservation, parts), rewards, entries }
}

/** What goes back counts again until the reward expires; nothing of a reward that is expired or cancelled does. */
function releaseEntries(
  source: string,
  rewardId: string,
  { cancelledAt, expiresAt }: Reward,
  amount: number,
  now: number,
): readonly OwnEntry[] {
  if (cancelledAt !== null || (expiresAt !== null && expiresAt <= now)) return []
  const name = `release:${source}:${rewardId}`
  const back = { source: name, kind: 'REVERSAL', amount, effectiveAt: now, rewardId } as const
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
