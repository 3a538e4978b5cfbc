import { type Person, regroup, type StoredRoot } from '@goodword/domain/fraud/identities'
import { factsOfPerson, type NewFacts } from '@goodword/domain/fraud/person-facts'
import { RingWalk } from '@goodword/domain/fraud/referral-rings'
import type { AccountId, AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import type { IncomingCall } from '../decide-calls.ts'
import {
  loadLinkedAccounts,
  loadLinks,
  loadMembers,
  loadReferralsOfPerson,
  loadReferrersOfPeople,
  saveRoots,
} from '../rows/identities.ts'
import { findFriendsInCommon } from '../rows/keys-of-account.ts'
import { trackIn } from '../track.ts'

/**
 * Finds out which accounts are of one person by now: those that have a card, a device or a mailbox in common with an account are
 * merged, others separated. The referrals of the person get the facts that follow; referrals that share a card or a device with the
 * account are looked at again. A job, so that no call waits for it. It is enqueued by the transaction that stores or erases what
 * accounts have in common; of two that store it at a time the second sees the first (`evidence_key.discriminator`). Repeated runs change
 * nothing.
 */
export async function followIdentity(
  ctx: Context,
  tenantId: TenantId,
  account: AccountKey,
  signal: AbortSignal,
): Promise<void> {
  const person = await ctx.writeTenant(tenantId, (tx) => regroupIn(tx, account))
  const news = person === null ? [] : await newsOf(ctx, tenantId, person, signal)
  const known = new Set(news.map((it) => it.account))
  const friends = await ctx.readTenant(tenantId, (tx) => findFriendsInCommon(tx, account))
  const again = friends.filter((it) => !known.has(it)).map((it) => ({ account: it, facts: {} }))
  const looks = [...news, ...again].map(callOf)
  if (looks.length > 0) await ctx.writeTenant(tenantId, (tx) => trackIn(tx, looks))
}

/** The new findings about the person's referrals, and about rings that they belong to. */
async function newsOf(
  ctx: Context,
  tenantId: TenantId,
  person: Person,
  signal: AbortSignal,
): Promise<readonly NewFacts[]> {
  const ringLengths = await ringLengthsOf(ctx, tenantId, person, signal)
  const rows = await ctx.readTenant(tenantId, (tx) => loadReferralsOfPerson(tx, person.accounts))
  const referrals = rows.map(({ has_friend_reward: hasFriendReward, ...row }) => ({
    ...row,
    hasFriendReward,
  }))
  return factsOfPerson(person, referrals, ringLengths)
}

/** The merges of a tenant wait for each other, for some milliseconds, so that none works with what another one changes. */
async function regroupIn(tx: Transaction, account: AccountKey): Promise<Person | null> {
  await lockProgram(tx)
  const linked = await loadLinkedAccounts(tx, account)
  const roots = new Set(linked.flatMap(({ root }) => root ?? []))
  const members = roots.size === 0 ? [] : await loadMembers(tx, [...roots])
  const stored = new Map<AccountKey, StoredRoot>([
    ...linked.map((it) => [it.account_id, it.is_stored ? it.root : 'none'] as const),
    ...members.map((it) => [it.account_id, it.root] as const),
  ])
  const links = await loadLinks(tx, [...stored.keys()])
  const { person, moved } = regroup(account, stored, links)
  saveRoots(tx, moved)
  return person
}

async function ringLengthsOf(
  ctx: Context,
  tenantId: TenantId,
  { root }: Person,
  signal: AbortSignal,
): Promise<ReadonlyMap<AccountId, number>> {
  const walk = new RingWalk(root)
  while (walk.frontier.length > 0) {
    signal.throwIfAborted()
    const rows = await ctx.readTenant(tenantId, (tx) => loadReferrersOfPeople(tx, walk.frontier))
    walk.follow(rows.map(({ started_at: startedAt, ...row }) => ({ ...row, startedAt })))
  }
  return walk.ringLengths
}

function callOf({ account: accountId, facts }: NewFacts): IncomingCall {
  return {
    actor: 'service',
    call: { accountId, source: 'processor', commands: [{ kind: 'observe', facts }] },
  }
}
