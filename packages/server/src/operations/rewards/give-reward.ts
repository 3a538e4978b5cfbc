import { Refusal } from '@goodword/contract/refusal'
import type { AccountId, EntryId, EventId, RewardId, TenantId, UserId } from '@goodword/domain/ids'
import { entriesBetween } from '@goodword/domain/ledger'
import { manualReward, type RewardSpec } from '@goodword/domain/reward'
import { reportBusiness } from '../../platform/business-events.ts'
import type { IdGenerator } from '../../platform/id-generator.ts'
import { findAccounts } from '../../store/accounts.ts'
import type { Database } from '../../store/database.ts'
import { insertEntries, ownedEntries } from '../../store/entries.ts'
import { insertEvents } from '../../store/events.ts'
import { findRewardOfRequest } from '../../store/gifts.ts'
import { findPerson } from '../../store/people.ts'
import { retryOnConflict } from '../../store/retry-on-conflict.ts'
import { insertRewards } from '../../store/rewards.ts'
import { inTenant, type TenantTx } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import type { Timed } from '../lists/page.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'

/** A reward that the merchant gives by hand; the same request gives it once. Times are of the tenant's clock. */
export type Gift = {
  readonly requestKey: string
  readonly accountId: AccountId
  readonly userId: UserId | null
  readonly spec: RewardSpec
  readonly scheduledFor: number | null
  readonly expiresAt: number | null
}

export type GiveReward = (tenantId: TenantId, gift: Gift) => Promise<Timed<RewardReading>>

export type RewardDependencies = {
  readonly db: Database
  readonly now: (tenantId: TenantId) => number
  readonly keys: IdGenerator
}

/** Throws a Refusal ACCOUNT_NOT_FOUND, USER_NOT_FOUND, or VALIDATION_FAILED for an expiry before the start. */
export function rewardGiving({ db, now, keys }: RewardDependencies): GiveReward {
  return (tenantId, gift) =>
    retryOnConflict(() =>
      inTenant(db, tenantId, async (tx) => {
        const time = await tenantNow(tx, now(tenantId))
        const given = await findRewardOfRequest(tx, gift.requestKey)
        const row = given ?? (await give(tx, gift, time, keys))
        return { ...rewardReading(row), now: time }
      }),
    )
}

async function give(tx: TenantTx, gift: Gift, now: number, keys: IdGenerator) {
  const owner = await ownerOf(tx, gift)
  const reward = manualReward(gift.spec, now, gift.scheduledFor, gift.expiresAt)
  if (reward.expiresAt !== null && reward.givenAt !== null && reward.expiresAt <= reward.givenAt) {
    const message = 'dateExpires must be later than the time the reward is given.'
    throw new Refusal('VALIDATION_FAILED', message, 'dateExpires')
  }
  const id = keys.make<RewardId>(now)
  const { requestKey } = gift
  insertRewards(tx, [{ id, ...owner, referral: null, requestKey, reward }])
  const { account } = owner
  const entries = ownedEntries(entriesBetween(id, null, reward, now), { account, rewardId: id, reward }, () =>
    keys.make<EntryId>(now),
  )
  insertEntries(tx, entries, now)
  const outcome = {
    type: 'reward.created',
    reason: 'GIVEN_BY_HAND',
    account: owner.account,
    rewardId: id,
  } as const
  insertEvents(tx, [{ id: keys.make<EventId>(now), actor: 'server', outcome }], now)
  const { source, spec } = reward
  tx.afterCommit(() => reportBusiness([{ kind: 'reward created', source, type: spec.type }]))
  const row = await findRewardOfRequest(tx, requestKey)
  if (row === null) throw new Error('a reward that was just given is there')
  return row
}

async function ownerOf(tx: TenantTx, { accountId, userId }: Gift) {
  const [accounts, person] = await Promise.all([
    findAccounts(tx, [accountId]),
    userId === null ? null : findPerson(tx, accountId, userId),
  ])
  const [account] = accounts
  if (account === undefined) {
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  }
  if (userId !== null && person === null) {
    throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
  }
  return { account: account.id, participant: person?.id ?? null }
}
