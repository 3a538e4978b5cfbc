import type { AccountId } from '@goodword/domain/values/ids'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { statement } from '../../engine/driver/statement.ts'
import { inTenant } from '../../engine/driver/tenant-tx.ts'
import { countReads } from '../../testing/database/counted-reads.ts'
import { tidyUp } from '../../testing/database/tidy-up.ts'
import { waitingForLocks } from '../../testing/database/waiting-for-locks.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { lockAccounts } from '../../tracking/rows/account-locks.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { MAX_CREDITS, redeemCredit } from './redeem-credit.ts'
import { lockCredits } from './rows/credits.ts'

const by = { text: null, author: 'key shop', actor: 'server' } as const
const db = await createTestDatabase()
const ada = 'ada' as AccountId

const lockRewards = statement(
  'test.lock_rewards',
  'select w.id from reward w where w.tenant_id = $1 for no key update nowait',
)

const insertCredits = statement(
  'test.credits',
  `insert into reward (tenant_id, id, account_id, source, type, unit, amount, redeemed, created_at, given_at, expires_at)
   select $1, gen_random_uuid(), a.id, 'MANUAL', 'CREDIT', 'POINT', 2, 0, $3, $3, $3::timestamptz + n * interval '1 hour'
   from account a cross join generate_series(1, $4::int) as n
   where a.tenant_id = $1 and a.external_id = $2`,
)

const countRedeemed = statement(
  'test.redeemed',
  'select count(*) as rewards, sum(redeemed) as redeemed from reward where tenant_id = $1 and redeemed > 0',
)

const noCustomer = async () => 'UNCHANGED' as const

async function tenantWithCredits(id: string, credits: number) {
  const tenant = await makeTestTenant(db, id)
  await tenant.referrer(ada)
  const time = new Date(tenant.clock.now).toISOString()
  await inTenant(db.owner, tenant.id, (tx) => tx.rows(insertCredits, [ada, time, credits]))
  const redeemed = async () => (await inTenant(db.owner, tenant.id, (tx) => tx.rows(countRedeemed, [])))[0]
  return { tenant, redeemed }
}

test('a redemption locks the credits that it takes and no other', async () => {
  const { tenant } = await tenantWithCredits('few', 1_000)
  const lockedBy = (amount: number, limit: number) =>
    inTenant(db.service, tenant.id, async (tx) => {
      const [account] = await lockAccounts(tx, [ada])
      if (account === undefined) throw new Error('account not found after insert')
      const selection = { account: account.id, unit: 'POINT', now: tenant.clock.now }
      const rows = await lockCredits(tx, selection, amount, limit)
      return rows.map((it) => it.expires_at).sort((one, other) => Number(one) - Number(other))
    })
  const hour = (n: number) => tenant.clock.now + n * 3_600_000
  expect(await lockedBy(1, 100)).toEqual([hour(1)])
  expect(await lockedBy(5, 100)).toEqual([hour(1), hour(2), hour(3)])
  expect(await lockedBy(500, 100)).toHaveLength(100)
})

test('a redemption reads the credits that it takes, and no more than a page beyond them', async () => {
  const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
  onTestFinished(() => single.close())
  const readsOf = async (id: string, credits: number, amount: number) => {
    const { tenant } = await tenantWithCredits(id, credits)
    const [account] = await inTenant(db.service, tenant.id, (tx) => findAccounts(tx, [ada]))
    if (account === undefined) throw new Error('account not found after insert')
    const selection = { account: account.id, unit: 'POINT', now: tenant.clock.now }
    await tidyUp(db.owner)
    const lock = () => inTenant(single, tenant.id, (tx) => lockCredits(tx, selection, amount, MAX_CREDITS))
    return (await countReads(db.owner, single, lock)).rows
  }
  expect(await readsOf('one_of_many', 8000, 1)).toBeLessThan(200)
  expect(await readsOf('thousand_of_many', 8000, 2_000)).toBeLessThan(2_200)
})

test('an amount of more credits than one redemption may take can be redeemed up to what they come to', async () => {
  const { tenant, redeemed } = await tenantWithCredits('many', 2 * MAX_CREDITS + 1)
  const spend = (requestKey: string, amount: number) =>
    redeemCredit(tenant.ctx, tenant.id, { requestKey, accountId: ada, unit: 'POINT', amount, by }, noCustomer)
  const most = 2 * MAX_CREDITS
  await expect(spend('too much', most + 1)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    param: 'amount',
    message: expect.stringContaining(`Redeem at most ${most},`),
  })
  await expect(spend('beyond', 2 * most + 3)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' })
  expect(await redeemed()).toMatchObject({ rewards: 0 })
  expect(await spend('most', most)).toMatchObject({ creditRedeemed: most, creditAvailable: most + 2 })
  expect(await redeemed()).toMatchObject({ rewards: MAX_CREDITS })
  expect(await spend('one', 1)).toMatchObject({ creditRedeemed: 1, creditAvailable: most + 1 })
  expect(await redeemed()).toMatchObject({ rewards: MAX_CREDITS + 1 })
})

test('a redemption waits for the transaction that has the account before it locks any reward, so that no two wait for each other', async () => {
  const referrerReward = { type: 'CREDIT', unit: 'USD', credit: 500 } as const
  const tenant = await makeTestTenant(db, 'acme', { referrerReward })
  const code = await tenant.referrer(ada)
  await tenant.track('friend', 'server', tenant.identify('f'), {
    kind: 'attribute',
    evidence: 'explicit',
    code,
  })
  await tenant.track('friend', 'server', { kind: 'report', status: 'PAID' })

  const { redeeming, locked } = await inTenant(db.owner, tenant.id, async (tx) => {
    await lockAccounts(tx, [ada])
    const redeeming = Promise.allSettled([
      redeemCredit(
        tenant.ctx,
        tenant.id,
        {
          requestKey: 'once',
          accountId: ada,
          unit: 'USD',
          amount: 200,
          by,
        },
        noCustomer,
      ),
    ])
    await vi.waitUntil(async () => (await waitingForLocks(db.owner)) === 1, { timeout: 120_000 })
    return { redeeming, locked: await tx.rows(lockRewards, []) }
  })
  expect(locked).toHaveLength(2)
  const [redemption] = await redeeming
  expect(redemption).toMatchObject({ value: { creditRedeemed: 200, creditAvailable: 300 } })
})
