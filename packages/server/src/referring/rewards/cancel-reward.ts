import { Refusal } from '@goodword/contract/frame/refusal'
import type { Reward as RewardAnswer } from '@goodword/contract/rewards/reward'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import { cancelReward as cancelled, type Reward, statusesOf } from '@goodword/domain/rewards/reward'
import {
  type EventId,
  isUuid,
  type ProviderId,
  type RewardId,
  type TenantId,
} from '@goodword/domain/values/ids'
import type { OptionalReason } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import type { RunCustomer } from '../../frame/jobs/run-now.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { changeRewards, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { readReward, rewardNotFound } from './read-rewards.ts'
import { ownedRewardAnswer, ownerOf } from './reward-answer.ts'
import { lockReward, settleOutstanding } from './rows/manual-rewards.ts'
import type { ListedRewardRow } from './rows/reward-list.ts'

/** Requests have 15 s in all. */
const LOOK_MS = 5_000

/**
 * Cancels the unspent part of a reward; a cancelled reward stays as it is. Credit that is reserved for a bill not yet made
 * stays reserved until the payment processor takes it off no more, so that it is never both taken back and taken off: what
 * the bill used is spent, the rest is reversed. This is waited for a little, and goes on in the customer's job.
 *
 * @throws Refusal REWARD_NOT_FOUND, or REWARD_NOT_CANCELLABLE when it is redeemed or expired
 */
export async function cancelReward(
  ctx: Context,
  tenantId: TenantId,
  rewardId: string,
  by: OptionalReason,
  runCustomer: RunCustomer,
): Promise<RewardAnswer> {
  const { answer, customerId } = await cancelStored(ctx, tenantId, rewardId, by)
  if (customerId === null) return answer
  await runCustomer(tenantId, customerId, AbortSignal.timeout(LOOK_MS))
  return (await readReward(ctx, tenantId, rewardId)) ?? answer
}

type Cancelled = {
  readonly answer: RewardAnswer
  /** The customer whose next bill has some of the credit. */
  readonly customerId: ProviderId | null
}

function cancelStored(
  ctx: Context,
  tenantId: TenantId,
  rewardId: string,
  by: OptionalReason,
): Promise<Cancelled> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const row = isUuid(rewardId) ? await lockReward(tx, rewardId as RewardId) : null
    if (row === null) throw rewardNotFound()
    const reward = cancel(tx, row, by)
    if (row.cancelled_at === null) {
      noteRequest(tx, ctx, { accountKey: row.account_id, reward: reward.spec, redeemed: reward.redeemed })
    }
    const [account] = reward.reserved === 0 ? [] : await findAccounts(tx, [row.account])
    return {
      answer: ownedRewardAnswer(row.id, reward, ownerOf(row), tx.now),
      customerId: account?.provider_id ?? null,
    }
  })
}

function cancel(tx: Transaction, row: ListedRewardRow, { text, author, actor }: OptionalReason): Reward {
  const { now, newId } = tx
  const before = rewardOf(row)
  if (before.cancelledAt !== null) return before
  const [status] = statusesOf(before, now)
  if (status === 'REDEEMED' || status === 'EXPIRED') {
    const message = `The reward is already ${status.toLowerCase()} and cannot be cancelled.`
    throw new Refusal('REWARD_NOT_CANCELLABLE', message, 'rewardId')
  }
  const reward = cancelled(before, now)
  changeRewards(tx, [{ row, reward }])
  if (row.referral_id !== null && row.source === 'FRIEND_SIGNUP') settleOutstanding(tx, row.referral_id)
  const entries = ownedEntries(
    entriesBetween(row.id, before, reward, now),
    { account: row.account_id, rewardId: row.id, reward },
    newId,
  )
  if (entries.length > 0) insertEntries(tx, entries)
  const about = row.referral_id === null ? {} : { referralId: row.referral_id }
  const outcome = {
    type: 'reward.cancelled',
    reason: 'CANCELLED_BY_HAND',
    account: row.account_id,
    rewardId: row.id,
    ...about,
  } as const
  insertEvents(tx, [{ id: newId<EventId>(), actor, outcome, note: { text, author } }])
  enqueueCustomers(tx, [row.account_id])
  return reward
}
