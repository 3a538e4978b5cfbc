import { Refusal } from '@goodword/contract/frame/refusal'
import { refuseShare } from '@goodword/contract/program/program-settings'
import type { Reward as RewardAnswer } from '@goodword/contract/rewards/reward'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import { isQueued, manualReward, type RewardSpec } from '@goodword/domain/rewards/reward'
import type { AccountId, EventId, RewardId, TenantId, UserId } from '@goodword/domain/values/ids'
import { reportBusiness } from '../../engine/signals/business-events.ts'
import type { ActingCaller } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { insertRewards } from '../../tracking/rows/ledger/rewards.ts'
import { recordUnboundWaits } from '../../tracking/waiting-discounts.ts'
import { findUser } from '../users/rows/users.ts'
import { rewardAnswer } from './reward-answer.ts'
import { findRewardOfRequest } from './rows/manual-rewards.ts'

/** A reward that the merchant gives by hand; the same request gives it once. Times are of the tenant's clock. */
export type ManualReward = {
  readonly requestKey: string
  readonly by: ActingCaller
  readonly accountId: AccountId
  readonly userId: UserId | null
  readonly spec: RewardSpec
  readonly scheduledFor: number | null
  readonly expiresAt: number | null
}

/** @throws Refusal ACCOUNT_NOT_FOUND, USER_NOT_FOUND, or VALIDATION_FAILED for an expiry before the start */
export function giveReward(ctx: Context, tenantId: TenantId, given: ManualReward): Promise<RewardAnswer> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const row = (await findRewardOfRequest(tx, given.requestKey)) ?? (await give(tx, ctx, given))
    return rewardAnswer(row, tx.now)
  })
}

async function give(tx: Transaction, ctx: Context, given: ManualReward) {
  if (given.spec.type === 'PAYMENT_SHARE') refuseShare('reward.type')
  const { now, newId } = tx
  const owner = await ownerOf(tx, given)
  if (isQueued(given.spec) && given.expiresAt !== null) {
    const message =
      'dateExpires cannot be set for a reward with "stacking": "QUEUE". It ends with its last bill, whenever its turn comes.'
    throw new Refusal('VALIDATION_FAILED', message, 'dateExpires')
  }
  const reward = manualReward(given.spec, now, given.scheduledFor, given.expiresAt)
  if (reward.expiresAt !== null && reward.givenAt !== null && reward.expiresAt <= reward.givenAt) {
    const message = 'dateExpires must be later than the time the reward is given.'
    throw new Refusal('VALIDATION_FAILED', message, 'dateExpires')
  }
  const id = newId<RewardId>()
  const { requestKey } = given
  insertRewards(tx, [{ id, ...owner, referral: null, requestKey, reward }])
  const { account } = owner
  const owned = { account, rewardId: id, reward }
  const entries = ownedEntries(entriesBetween(id, null, reward, now), owned, newId)
  insertEntries(tx, entries)
  const outcome = {
    type: 'reward.created',
    reason: 'GIVEN_BY_HAND',
    account: owner.account,
    rewardId: id,
  } as const
  const { actor, author } = given.by
  insertEvents(tx, [{ id: newId<EventId>(), actor, outcome, note: { text: null, author } }])
  const { source, spec } = reward
  if (spec.type === 'PCT_DISCOUNT' || spec.type === 'CREDIT') recordUnboundWaits(tx, [account])
  enqueueCustomers(tx, [account])
  tx.afterCommit(() => reportBusiness([{ kind: 'reward created', source, type: spec.type }]))
  const row = await findRewardOfRequest(tx, requestKey)
  if (row === null) throw new Error('reward not found after insert')
  noteRequest(tx, ctx, { rewardId: id, accountKey: account, reward: spec })
  return row
}

async function ownerOf(tx: Transaction, { accountId, userId }: ManualReward) {
  const [account, user] = await Promise.all([
    findAccount(tx, accountId),
    userId === null ? null : findUser(tx, accountId, userId),
  ])
  if (account === null) {
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  }
  if (userId !== null && user === null) {
    throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
  }
  return { account: account.id, user: user?.id ?? null }
}
