import type { Account, ReferralSide, User } from '@goodword/domain/referrals/account'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import type { MilestoneChange } from '@goodword/domain/tracking/milestones-in-calls'
import type { EntryId, EventId, RewardId, UserKey } from '@goodword/domain/values/ids'
import { businessEventsOf, reportBusiness } from '../engine/signals/business-events.ts'
import type { Transaction } from '../frame/context.ts'
import { insertAccounts, updateAccounts } from './rows/accounts.ts'
import { insertEvents, type Note } from './rows/events/events.ts'
import { type Closings, insertEntries, type OwnedEntry, ownedEntries } from './rows/ledger/entries.ts'
import { insertRewards, type OwnedReward, updateRewards } from './rows/ledger/rewards.ts'
import {
  type AtStakeOf,
  firstIdentified,
  insertReferrals,
  type ReferredAccount,
  updateReferrals,
} from './rows/referrals.ts'
import { insertCodes, insertUsers, type UserOfAccount, updateUsers } from './rows/users.ts'

/** A thing as it is stored, null when it is new, and as it is to be. */
export type Change<T> = { readonly before: T | null; readonly after: T }

export type Changes = {
  readonly accounts: readonly Change<Account>[]
  readonly milestones: readonly MilestoneChange[]
}

export type Happened = { readonly actor: string; readonly outcome: Outcome; readonly note?: Note }

/**
 * Sends what changed, and the codes that were given to people: each row once, each kind of row in one statement, all in one pipeline. Rows are
 * written in the order in which they belong to each other.
 */
export function saveChanges(
  tx: Transaction,
  { accounts: changes, milestones }: Changes,
  happened: readonly Happened[],
  given: readonly UserOfAccount[],
  { closings, atStakeOf }: { readonly closings: Closings; readonly atStakeOf: AtStakeOf },
): void {
  const { now, newId } = tx
  const users = changes.flatMap(changedUsers)
  const referrals = changes.flatMap(changedReferrals)
  const rewards = [...changes.flatMap(changedRewards), ...milestones.map(milestoneChange)]
  const entries = rewards.flatMap((it) => entriesOf(it, now, newId))
  const events = happened.map((it) => ({ id: newId<EventId>(), ...it }))

  send(added(changes), (it) => insertAccounts(tx, it))
  send(changed(changes.filter(isAccountChanged)), (it) => updateAccounts(tx, it))
  send(added(users), (it) => insertUsers(tx, it))
  send(changed(users), (it) => updateUsers(tx, it))
  send(given, (it) => insertCodes(tx, it))
  send(changed(referrals), (it) => updateReferrals(tx, it, atStakeOf))
  send(added(referrals), (it) => insertReferrals(tx, it, atStakeOf))
  send(added(rewards), (it) => insertRewards(tx, it))
  send(changed(rewards), (it) => updateRewards(tx, it))
  send(entries, (it) => insertEntries(tx, it, closings))
  send(events, (it) => insertEvents(tx, it))

  // Imported events happened elsewhere, so they do not count as business of this service.
  const ownOutcomes = happened.filter((it) => it.actor !== 'import').map((it) => it.outcome)
  if (ownOutcomes.length === 0) return
  const created = added(rewards).map((it) => it.reward)
  tx.afterCommit(() => reportBusiness(businessEventsOf(ownOutcomes, created)))
}

function send<T>(items: readonly T[], write: (items: readonly T[]) => void): void {
  if (items.length > 0) write(items)
}

function added<T>(changes: readonly Change<T>[]): T[] {
  return changes.filter((it) => it.before === null).map((it) => it.after)
}

function changed<T>(changes: readonly Change<T>[]): T[] {
  return changes.filter((it) => it.before !== null).map((it) => it.after)
}

function isAccountChanged({ before, after }: Change<Account>): boolean {
  if (before === null) return false
  const { users: _users, earningUsers: _confirmed, referral: _referral, replaced: _replaced, ...own } = after
  return (Object.keys(own) as (keyof typeof own)[]).some((name) => before[name] !== after[name])
}

function changedUsers({ before, after }: Change<Account>): Change<UserOfAccount>[] {
  if (before?.users === after.users) return []
  const stored = new Map<UserKey, User>(before?.users.map((it) => [it.key, it]))
  const owned = (user: User): UserOfAccount => ({ account: after.key, user })
  return after.users
    .filter((it) => stored.get(it.key) !== it)
    .map((it) => {
      const known = stored.get(it.key)
      return { before: known === undefined ? null : owned(known), after: owned(it) }
    })
}

/** The account's referral, and the one that it replaced, which comes first: only one may count at any moment. */
function changedReferrals({ before, after }: Change<Account>): Change<ReferredAccount>[] {
  const stored = before !== null && isReferred(before) ? before : null
  return referralsOf(after).flatMap((account) => {
    const known = stored?.referral.id === account.referral.id ? stored : null
    const isSame = known?.referral === account.referral && firstIdentified(known) === firstIdentified(after)
    return isSame ? [] : [{ before: known, after: account }]
  })
}

function referralsOf(account: Account): ReferredAccount[] {
  return [account.replaced, account.referral].flatMap((referral) =>
    referral === null ? [] : [{ ...account, referral }],
  )
}

function changedRewards({ before, after }: Change<Account>): Change<OwnedReward>[] {
  const stored = new Map<RewardId, OwnedReward>(rewardsOf(before).map((it) => [it.id, it]))
  return rewardsOf(after)
    .map((it) => ({ before: stored.get(it.id) ?? null, after: it }))
    .filter((it) => it.before?.reward !== it.after.reward || it.before.user !== it.after.user)
}

function milestoneChange({ referrer, before, after }: MilestoneChange): Change<OwnedReward> {
  const owner = { account: referrer.accountKey, user: referrer.userKey, referral: null }
  return { before: before === null ? null : { ...owner, ...before }, after: { ...owner, ...after } }
}

function rewardsOf(account: Account | null): OwnedReward[] {
  return account === null ? [] : referralsOf(account).flatMap(rewardsOfReferral)
}

function rewardsOfReferral(account: ReferredAccount): OwnedReward[] {
  const { id: referral, referrer, referred, referring } = account.referral
  return [
    ...ownedReward(referred, { account: account.key, user: firstIdentified(account), referral }),
    ...ownedReward(referring, {
      account: referrer.accountKey,
      user: referrer.userKey,
      referral,
    }),
  ]
}

function ownedReward(side: ReferralSide, owner: Omit<OwnedReward, 'id' | 'reward'>): OwnedReward[] {
  return side.reward === null ? [] : [{ id: side.rewardId, reward: side.reward, ...owner }]
}

function entriesOf(
  { before, after }: Change<OwnedReward>,
  now: number,
  newId: () => EntryId,
): readonly OwnedEntry[] {
  const { account, id: rewardId, reward } = after
  // A new reward can be one of the past: if it has expired since, it did so then.
  const enteredAt = before === null ? reward.createdAt : now
  const entries = entriesBetween(rewardId, before?.reward ?? null, reward, enteredAt)
  return ownedEntries(entries, { account, rewardId, reward }, newId)
}

function isReferred(account: Account): account is ReferredAccount {
  return account.referral !== null
}
