import type { AccountId } from '@goodword/domain/ids'
import { expect, test, vi } from 'vitest'
import { createKeyMaker } from '../../platform/key-maker.ts'
import { lockAccounts } from '../../store/accounts.ts'
import { statement } from '../../store/statement.ts'
import { inTenant } from '../../store/tenant-tx.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { creditRedemption } from './redeem-credit.ts'

const db = await createTestDatabase()
const ada = 'ada' as AccountId

const lockRewards = statement(
  'test.lock_rewards',
  'select w.id from reward w where w.tenant_id = $1 for no key update nowait',
)

async function waitingForLocks(): Promise<number> {
  const text = `select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const [row] = await db.owner.query<{ waiting: number }>({ name: '', text }, [])
  return row?.waiting ?? 0
}

test('waits for who has the account before it locks any reward, so that no two wait for each other', async () => {
  const referrerReward = { type: 'CREDIT', unit: 'USD', credit: 500 } as const
  const tenant = await makeTestTenant(db, 'acme', { referrerReward })
  const code = await tenant.referrer(ada)
  await tenant.tell('friend', 'server', tenant.identify('f'), {
    kind: 'attribute',
    evidence: 'explicit',
    code,
  })
  await tenant.tell('friend', 'server', { kind: 'report', status: 'PAID' })
  const now = () => tenant.clock.now
  const redeem = creditRedemption({ db: db.service, now, keys: createKeyMaker() })

  const { redeeming, locked } = await inTenant(db.owner, tenant.id, async (tx) => {
    await lockAccounts(tx, [ada], [])
    const redeeming = Promise.allSettled([
      redeem(tenant.id, { requestKey: 'once', accountId: ada, unit: 'USD', amount: 200 }),
    ])
    await vi.waitUntil(async () => (await waitingForLocks()) === 1, { timeout: 20_000 })
    return { redeeming, locked: await tx.rows(lockRewards, []) }
  })
  expect(locked).toHaveLength(2)
  const [redemption] = await redeeming
  expect(redemption).toMatchObject({ value: { redeemed: 200, available: 300 } })
})
