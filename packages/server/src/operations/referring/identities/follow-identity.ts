import { mergePeople, type Person } from '@goodword/domain/fraud/identities'
import { factsOfPerson, type NewFacts } from '@goodword/domain/fraud/person-facts'
import { type Ring, RingWalk } from '@goodword/domain/fraud/referral-rings'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import { lockProgram } from '../../../store/directory/programs.ts'
import {
  loadLinkedAccounts,
  loadMembers,
  loadReferralsOfPerson,
  loadReferrersOfPeople,
  saveRoot,
} from '../../../store/tracking/identities.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import type { IncomingCall } from '../tracking/decide-calls.ts'
import { trackIn } from '../tracking/track.ts'

/**
 * Merges an account with the people that have a card, a device or a mailbox in common with it, and gives the
 * referrals of the person the facts that follow. A job, so that no call waits for it. It is enqueued by the transaction that stores what the accounts have in
 * common; of two that store it at a time the second sees the first (`evidence_key.is_first`). Repeated runs change nothing.
 */
export async function followIdentity(
  ctx: Context,
  tenantId: TenantId,
  account: AccountKey,
  signal: AbortSignal,
): Promise<void> {
  const person = await ctx.writeTenant(tenantId, (tx) => mergeIn(tx, account))
  if (person === null) return
  const rings = await findRings(ctx, tenantId, person, signal)
  const news = await ctx.readTenant(tenantId, async (tx) => {
    const rows = await loadReferralsOfPerson(tx, person.accounts)
    const referrals = rows.map(({ has_friend_reward: hasFriendReward, ...row }) => ({
      ...row,
      hasFriendReward,
    }))
    return factsOfPerson(person, referrals, rings)
  })
  if (news.length > 0) await ctx.writeTenant(tenantId, (tx) => trackIn(tx, news.map(callOf)))
}

/** The merges of a tenant wait for each other, for some milliseconds, so that none works with what another one changes. */
async function mergeIn(tx: Transaction, account: AccountKey): Promise<Person | null> {
  await lockProgram(tx)
  const linked = await loadLinkedAccounts(tx, account)
  const roots = new Set(linked.flatMap(({ root }) => root ?? []))
  const members = roots.size === 0 ? [] : await loadMembers(tx, [...roots])
  const known = [...roots].map((root) => ({
    root,
    accounts: members.filter((it) => it.root === root).map((it) => it.account_id),
  }))
  const isShared = linked.some((it) => it.is_stored && it.root === null)
  const lone = linked.filter((it) => !it.is_stored)
  const others = lone.map(({ account_id: root }) => ({ root, accounts: [root] }))
  const { person, moved } = mergePeople([...known, ...others], isShared)
  saveRoot(tx, moved, person?.root ?? null)
  return person
}

async function findRings(
  ctx: Context,
  tenantId: TenantId,
  { root }: Person,
  signal: AbortSignal,
): Promise<readonly Ring[]> {
  const walk = new RingWalk(root)
  while (walk.frontier.length > 0) {
    signal.throwIfAborted()
    walk.follow(await ctx.readTenant(tenantId, (tx) => loadReferrersOfPeople(tx, walk.frontier)))
  }
  return walk.rings
}

function callOf({ account: accountId, facts }: NewFacts): IncomingCall {
  return {
    actor: 'service',
    call: { accountId, source: 'processor', commands: [{ kind: 'observe', facts }] },
  }
}
