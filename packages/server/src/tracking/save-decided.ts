import { reviewEndsAt, reviewSince } from '@goodword/domain/moderation/review-period'
import type { Account } from '@goodword/domain/referrals/account'
import type { Command } from '@goodword/domain/referrals/command'
import type { Tracking, TrackingState } from '@goodword/domain/tracking/tracking'
import type { AccountId } from '@goodword/domain/values/ids'
import type { Transaction } from '../frame/context.ts'
import { enqueueJobs, type JobRequest } from '../frame/jobs/enqueue-job.ts'
import { atStakeOf } from './amounts-at-stake.ts'
import type { Decided, IncomingCall } from './decide-calls.ts'
import { enqueueIdentities } from './enqueue-identities.ts'
import { recentKeys } from './evidence/recent-keys.ts'
import { followAtProcessor } from './follow-at-processor.ts'
import type { Loaded } from './load.ts'
import { isWritten, type SeenKey, saveSeenKeys } from './rows/evidence-keys.ts'
import { referSeenKeys } from './rows/keys-of-account.ts'
import type { UserOfAccount } from './rows/users.ts'
import { type Change, type Happened, saveChanges } from './save.ts'
import { enqueueUsualFacts } from './usual-facts.ts'

const MIRRORED_WITHIN_MS = 3_600_000

/** Writes the decisions of this transaction. */
export function saveIn(tx: Transaction, { tracked, loaded, tracking }: Decided): void {
  const { state, stored, closings } = loaded
  const changes = changesOf(state, stored, tracking)
  const given = givenCodes(state, tracking)
  const { milestones } = tracking
  const { program } = state
  saveChanges(tx, { accounts: changes, milestones }, happenedIn(tracking, tracked), given, {
    closings,
    atStakeOf: (account) => atStakeOf(account, program, loaded.prices),
  })
  // One job mirrors the codes of many people; a code that is looked up earlier is mirrored then.
  if (loaded.hasPromotionCodes && given.length > 0)
    enqueueJobs(tx, [{ kind: 'MIRROR_CODES', subject: '', dueAt: tx.now + MIRRORED_WITHIN_MS }])
  followAtProcessor(tx, { accounts: changes, milestones }, program.isProcessorConnected)
  const seen = seenKeys(state.history, tracking, tracked)
  referKeys(tx, changes, state, seen)
  rememberKeys(tx, seen)
  enqueueIdentities(tx, state, tracking, tracked)
  enqueueUsualFacts(tx, loaded, tracking)
  enqueueJobs(tx, [
    ...reviewsToEnd(state, changes),
    ...blocksToFollow(tracking, tracked),
    ...sharesToSettle(changes),
    ...(program.fraudRules.YEARLY_REWARDS === 'off' ? [] : yearsToFollow(changes)),
  ])
}

/**
 * Stores the referrer with the keys that accounts had before these calls referred them. Keys in the calls are written with
 * the referrer anyway.
 */
function referKeys(
  tx: Transaction,
  changes: readonly Change<Account>[],
  { history }: TrackingState,
  seen: readonly SeenKeyOfAccount[],
): void {
  for (const { before, after } of changes) {
    const { id, key: account, referral } = after
    if (before === null || referral === null || before.referral?.id === referral.id) continue
    const stored = history?.get(id)?.keys.filter((it) => it.isKnown)
    const told = new Set(seen.filter((it) => it.isWritten && it.accountId === id).map((it) => it.key))
    if (stored?.every((it) => told.has(it.key)) === true) continue
    referSeenKeys(tx, account, referral.referrer.accountKey)
  }
}

/** Stores the evidence keys of accepted calls, and remembers once they are stored that they need not be today. */
function rememberKeys(tx: Transaction, keys: readonly SeenKeyOfAccount[]): void {
  if (keys.length === 0) return
  const written = keys.filter((it) => it.isWritten)
  saveSeenKeys(tx, written, tx.now)
  const recent = tx.singleton(recentKeys)
  tx.afterCommit(() => {
    for (const { accountId, key } of keys) recent.add(accountId, key, tx.now)
  })
}

/** A key of a call. It is remembered also if it is not written, so that the same call later is no news. */
type SeenKeyOfAccount = SeenKey & { readonly accountId: AccountId; readonly isWritten: boolean }

/** The evidence keys of accepted calls. */
function seenKeys(
  history: TrackingState['history'],
  { decisions }: Tracking,
  incoming: readonly IncomingCall[],
): readonly SeenKeyOfAccount[] {
  return decisions.flatMap((decision, index): SeenKeyOfAccount[] => {
    const keys = incoming[index]?.call.observed?.keys ?? []
    if (decision.kind === 'refused') return []
    const { key: account, id: accountId, referral } = decision.account
    const referrer = referral?.referrer.accountKey ?? null
    const known = history?.get(accountId)?.keys ?? []
    const stored = known.filter((it) => it.isKnown).length
    return keys
      .filter((it) => it.isPrevious !== true)
      .map(({ kind, key }) => {
        const found = known.find((it) => it.key === key)
        const isFirst = found?.accounts === 0
        return {
          ...{ kind, key, account, accountId, referrer, isFirst },
          isNew: found?.isKnown === false,
          isWritten: found === undefined || isWritten(found, stored),
        }
      })
  })
}

/**
 * A call that meets a block holds the referrer's side. The referrer is not locked for it, and may just have been unblocked:
 * the job that follows looks again.
 */
function blocksToFollow({ decisions }: Tracking, incoming: readonly IncomingCall[]): readonly JobRequest[] {
  const held = decisions.flatMap((decision, index) => {
    if (decision.kind === 'refused' || incoming[index]?.call.commands.some(isFollowing)) return []
    return decision.outcomes.filter(
      (it) => it.type === 'referral.moderated' && it.reason === 'REFERRER_BLOCKED',
    )
  })
  return held.flatMap(({ referrer }) =>
    referrer === undefined ? [] : [{ kind: 'FOLLOW_BLOCK', subject: referrer }],
  )
}

/** The job for the end of the review period of sides that wait for staff from now on: it approves them or reminds staff. */
function reviewsToEnd(
  { program }: TrackingState,
  changes: readonly Change<Account>[],
): readonly JobRequest[] {
  const ends = changes.flatMap(({ before, after }) => {
    const [known, since] = [before, after].map((it) =>
      it?.referral == null ? null : reviewSince(it.referral),
    )
    return known === since ? [] : (reviewEndsAt(since ?? null, program) ?? [])
  })
  return ends.length === 0 ? [] : [{ kind: 'END_REVIEWS', subject: '', dueAt: Math.min(...ends) }]
}

function isFollowing({ kind }: Command): boolean {
  return kind === 'followBlock'
}

/** The referrers whose shares of payments may be others, because a referral converted, ended, or was decided otherwise. */
function sharesToSettle(changes: readonly Change<Account>[]): readonly JobRequest[] {
  return changes.flatMap(({ before, after }) =>
    [after.referral, after.replaced].flatMap((referral): JobRequest[] => {
      const isShared = referral?.referring.reward?.spec.type === 'PAYMENT_SHARE'
      if (!isShared || before?.referral === referral) return []
      return [{ kind: 'SETTLE_SHARES', subject: referral.referrer.userKey }]
    }),
  )
}

/** The referrers who got a reward for a friend. */
function yearsToFollow(changes: readonly Change<Account>[]): readonly JobRequest[] {
  return changes.flatMap(({ before, after: { referral } }): JobRequest[] => {
    const reward = referral?.referring.reward ?? null
    if (reward === null || before?.referral?.referring.reward === reward) return []
    return [{ kind: 'FOLLOW_YEARLY_REWARDS', subject: referral?.referrer.userKey ?? '' }]
  })
}

/** An account that only refused calls named is not kept. */
function changesOf(
  state: TrackingState,
  stored: Loaded['stored'],
  tracking: Tracking,
): readonly Change<Account>[] {
  const accepted = new Set(
    tracking.decisions.flatMap((decision) => (decision.kind === 'accepted' ? [decision.account.id] : [])),
  )
  return [...tracking.accounts.values()].flatMap((after): Change<Account>[] => {
    if (!stored.has(after.id)) return accepted.has(after.id) ? [{ before: null, after }] : []
    const before = state.accounts.get(after.id)
    return before === undefined || before === after ? [] : [{ before, after }]
  })
}

/** The codes that the list gave to people. A code that a later call of the list replaced was answered as well. */
function givenCodes(state: TrackingState, { decisions }: Tracking): readonly UserOfAccount[] {
  const stored = [...state.accounts.values()].flatMap((it) => it.users.map(({ code }) => code))
  const known = new Set([...state.codes.keys(), ...stored])
  return decisions.flatMap((decision): UserOfAccount[] => {
    if (decision.kind === 'refused') return []
    const { key, users } = decision.account
    const given = users.filter(({ code }) => !known.has(code))
    for (const { code } of given) known.add(code)
    return given.map((user) => ({ account: key, user }))
  })
}

function happenedIn({ decisions }: Tracking, incoming: readonly IncomingCall[]): Happened[] {
  return decisions.flatMap((decision, index) => {
    const { actor, note } = incoming[index] ?? {}
    if (decision.kind === 'refused' || actor === undefined) return []
    return decision.outcomes.map((outcome, place) =>
      place === 0 && note !== undefined ? { actor, outcome, note } : { actor, outcome },
    )
  })
}
