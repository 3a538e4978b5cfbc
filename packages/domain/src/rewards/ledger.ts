import { amountOf, isQueued, type Reward } from './reward.ts'

export const entryKinds = ['GRANT', 'REDEMPTION', 'REVERSAL', 'EXPIRY'] as const
export type EntryKind = (typeof entryKinds)[number]

/**
 * One line of the append-only ledger. `amount` is signed and counts from `effectiveAt` (milliseconds, may lie
 * ahead), so a balance at any moment is the sum of the entries effective by then: nothing has to run for a reward to
 * begin or to expire. `source` names the cause and is unique, which is what makes an entry happen once.
 */
export type Entry = {
  readonly source: string
  readonly kind: EntryKind
  readonly amount: number
  readonly effectiveAt: number
}

/**
 * The ledger entries for a change of a reward at `now`. Applying them in any order gives the same sums, and none changes a
 * past balance. Redemptions are not included, because they have their own entries, except for amounts that were redeemed
 * before the reward was recorded here.
 *
 * A cancellation is identified by its number and time, and so is what undoes it: repeating the same change adds no entries,
 * and changes that undo each other within a millisecond all do. The time tells apart those of a release without numbers.
 */
export function entriesBetween(
  rewardId: string,
  before: Reward | null,
  after: Reward,
  now: number,
): readonly Entry[] {
  const amount = amountOf(after.spec)
  const rest = amount - after.redeemed
  const entries: Entry[] = []
  const { givenAt, expiresAt } = after
  const isNewlyExpiring = expiresAt !== null && (before?.expiresAt ?? null) === null
  const isNewlyGiven = givenAt !== null && (before?.givenAt ?? null) === null
  if (isNewlyGiven) {
    entries.push({ source: `grant:${rewardId}`, kind: 'GRANT', amount, effectiveAt: givenAt })
  }
  if (isNewlyExpiring && rest !== 0) {
    const effectiveAt = Math.max(expiresAt, givenAt ?? expiresAt, now)
    // One that is queued may have had an end before, which was undone when others let it wait.
    const time = isQueued(after.spec) && before !== null ? `:${expiresAt}:${now}` : ''
    entries.push({ source: `expiry:${rewardId}${time}`, kind: 'EXPIRY', amount: -rest, effectiveAt })
  }
  if (isNewlyGiven && after.redeemed > 0) {
    // A reward that was redeemed elsewhere: only the rest of it counts here.
    const effectiveAt = Math.max(after.redeemedAt ?? givenAt, givenAt)
    const source = `redemption:recorded:${rewardId}`
    entries.push({ source, kind: 'REDEMPTION', amount: -after.redeemed, effectiveAt })
  }
  const [outBefore, outAfter] = [outOf(before), outOf(after)]
  const isNewlyOut =
    outAfter !== null && (outBefore === null || after.cancellations !== before?.cancellations)
  if (before !== null && outBefore !== null && (outAfter === null || isNewlyOut)) {
    const source = `revival:${cancellationOf(rewardId, before)}`
    entries.push(...reversal(source, before, Math.max(now, outBefore), rest))
  }
  if (outAfter === null || isNewlyOut) entries.push(...movedExpiry(rewardId, before, after, now))
  if (isNewlyOut) {
    entries.push(...reversal(`reversal:${cancellationOf(rewardId, after)}`, after, outAfter, -rest))
  }
  return entries
}

/** Undoes the expiry at the old end of a reward, and enters it at the new one, if there is one. */
function movedExpiry(rewardId: string, before: Reward | null, after: Reward, now: number): readonly Entry[] {
  const [from, to] = [before?.expiresAt ?? null, after.expiresAt]
  const rest = amountOf(after.spec) - after.redeemed
  if (from === null || after.givenAt === null || rest === 0) return []
  const undoneAt = Math.max(from, after.givenAt, now)
  const source = `expiry:${rewardId}:${to}:${now}`
  const undone = { source: `${source}:undone`, kind: 'EXPIRY', amount: rest, effectiveAt: undoneAt } as const
  if (to === null) return [undone]
  const effectiveAt = Math.max(to, after.givenAt, now)
  if (undoneAt === effectiveAt) return []
  return [undone, { source, kind: 'EXPIRY', amount: -rest, effectiveAt }]
}

function cancellationOf(rewardId: string, { cancelledAt, cancellations }: Reward): string {
  return `${rewardId}:${cancelledAt}:${cancellations}`
}

/** When the unspent rest of a reward was taken out of the ledger; null while it is in, or never was. */
function outOf(reward: Reward | null): number | null {
  return reward === null || reward.givenAt === null ? null : reward.cancelledAt
}

/** The entries of a redemption: the redeemed amount, and its return to the expiry, which would subtract it a second time. */
export function redemptionEntries(
  redemptionId: string,
  rewardId: string,
  reward: Pick<Reward, 'expiresAt'>,
  taken: number,
  now: number,
): readonly Entry[] {
  const source = `redemption:${redemptionId}:${rewardId}`
  const out: Entry = { source, kind: 'REDEMPTION', amount: -taken, effectiveAt: now }
  if (reward.expiresAt === null) return [out]
  return [out, { source: `${source}:expiry`, kind: 'EXPIRY', amount: taken, effectiveAt: reward.expiresAt }]
}

/** Moves the unspent rest out of the ledger or back into it from a moment on, and its expiry the other way. */
function reversal(source: string, reward: Reward, at: number, rest: number): readonly Entry[] {
  if (reward.givenAt === null || rest === 0) return []
  const effectiveAt = Math.max(at, reward.givenAt)
  const entry: Entry = { source, kind: 'REVERSAL', amount: rest, effectiveAt }
  if (reward.expiresAt === null) return [entry]
  const atExpiry = Math.max(reward.expiresAt, effectiveAt)
  return [entry, { source: `${source}:expiry`, kind: 'REVERSAL', amount: -rest, effectiveAt: atExpiry }]
}
