import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { moveTestClock } from '../../frame/rows/test-clocks.ts'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import { closeLedger, enqueueLongLedgers } from './close-ledger.ts'
import { readAccountDiscount } from './read-account-discount.ts'
import { loadBalances } from './rows/account-discounts.ts'

const db = await createTestDatabase()
const DAY_MS = 86_400_000
const popular = 'r1' as AccountId

/** A tenant whose referrer r1 has some hundred rewards, all of them of the first seconds after START. */
async function popularReferrer(name: string) {
  const tenant = await makeTestTenant(db, name)
  await fillReferrals(db.owner, tenant.id, 2000)
  return {
    tenant,
    /** Reads, which writes nothing, and then does what follows within a minute. */
    readAt: async (at: number) => {
      tenant.clock.now = at
      const before = await closingsOf(tenant)
      const { discount } = await readAccountDiscount(tenant.ctx, tenant.id, popular, null)
      expect(await closingsOf(tenant)).toEqual(before)
      await closeLongLedgers(tenant)
      return discount.bySource.FRIEND_SIGNUP
    },
  }
}

/** Enqueues long ledgers, as the recurring job does every minute, and closes them, as its jobs do. */
async function closeLongLedgers({ ctx, id }: TestTenant): Promise<void> {
  await enqueueLongLedgers(ctx, new AbortController().signal)
  const text = `delete from app.job where tenant_id = $1 and kind = 'CLOSE_LEDGER' returning subject`
  const jobs = await db.owner.query<{ subject: AccountId }>({ name: '', text }, [id])
  for (const { subject } of jobs) await closeLedger(ctx, id, subject)
}

/** The referrer's balance by the entries alone, and how many entries were summed up for a read. */
async function ledgerAt(tenant: TestTenant, at: number): Promise<{ whole: number; entries: number }> {
  const rows = await tenant.ctx.writeTenant(tenant.id, (tx) => loadBalances({ ...tx, now: at }, [popular]))
  const text = `select coalesce(sum(e.amount), 0)::int8 as whole from app.entry e
    join app.account x on x.tenant_id = $1 and x.id = e.account_id and x.external_id = $2
    where e.tenant_id = $1 and e.effective_at <= to_timestamp($3 / 1000.0)`
  const [row] = await db.owner.query<{ whole: number }>({ name: '', text }, [tenant.id, popular, at])
  return { whole: row?.whole ?? -1, entries: rows.reduce((sum, it) => sum + it.entries, 0) }
}

function closingsOf(tenant: TestTenant): Promise<unknown[]> {
  const text = `select c::text, c.xmin::text from app.closing_balance c where c.tenant_id = $1 order by 1`
  return db.owner.query({ name: '', text }, [tenant.id])
}

/** Whether the referrer's ledger is closed beyond the database's time. */
async function closedAhead(tenant: TestTenant): Promise<boolean> {
  const text = `select bool_or(c.until > now()) as ahead from app.closing_balance c where c.tenant_id = $1`
  const [row] = await db.owner.query<{ ahead: boolean }>({ name: '', text }, [tenant.id])
  return row?.ahead ?? true
}

/** Moves a test tenant's clock, which may be ahead of the database's. */
async function moveClock(tenant: TestTenant, aheadMs: number): Promise<void> {
  await tenant.ctx.writeTenant(tenant.id, async (tx) => moveTestClock(tx, aheadMs, { from: 0, to: 0 }))
}

async function befriend(tenant: TestTenant, friend: string): Promise<void> {
  const code = 'RCODE1' as ReferralCode
  await tenant.track(friend, 'server', tenant.identify('u'), {
    kind: 'attribute',
    evidence: 'explicit',
    code,
  })
  await tenant.track(friend, 'server', { kind: 'report', status: 'PAID' })
}

test('a long ledger is summed up once; what comes later is added to that, and what expires is taken off', async () => {
  const { tenant, readAt } = await popularReferrer('test_long')
  const before = await ledgerAt(tenant, START + DAY_MS)
  expect(before.entries).toBeGreaterThan(300)
  expect(await readAt(START + DAY_MS)).toBe(before.whole)
  expect(await ledgerAt(tenant, START + DAY_MS)).toEqual({ whole: before.whole, entries: 0 })
  expect(await readAt(START + DAY_MS)).toBe(before.whole)

  await befriend(tenant, 'late')
  expect(await readAt(START + DAY_MS)).toBe(before.whole + 1000)
  expect(await ledgerAt(tenant, START + DAY_MS)).toEqual({ whole: before.whole + 1000, entries: 1 })

  // All expire on one day: the ledger is long again, and closed again.
  await moveClock(tenant, 370 * DAY_MS)
  expect(await readAt(START)).toBe(0)
  expect(await ledgerAt(tenant, START + 370 * DAY_MS)).toEqual({ whole: 0, entries: 0 })
})

test('a process whose clock is ahead does not close entries in the future', async () => {
  const { tenant, readAt } = await popularReferrer('ahead')
  expect(await readAt(Date.UTC(2399, 0, 1))).toBe(0)
  expect(await closedAhead(tenant)).toBe(false)
  const now = Date.now()
  tenant.clock.now = now
  await befriend(tenant, 'late')
  expect(await readAt(now)).toBe((await ledgerAt(tenant, now)).whole)
})

test('entries that are too young to be closed stay open', async () => {
  const { tenant, readAt } = await popularReferrer('young')
  const soon = START + 60_000
  const { whole, entries } = await ledgerAt(tenant, soon)
  expect(await readAt(soon)).toBe(whole)
  expect(await ledgerAt(tenant, soon)).toEqual({ whole, entries })
})

test('a clock that was set back enters nothing behind a closing', async () => {
  const { tenant, readAt } = await popularReferrer('back')
  const before = await readAt(START + DAY_MS)
  tenant.clock.now = START + 1
  await befriend(tenant, 'early')
  expect(await readAt(START + DAY_MS)).toBe(before + 1000)
  tenant.clock.now = START + 2
  await Promise.all(['one', 'of several'].map((it) => befriend(tenant, it)))
  expect(await readAt(START + DAY_MS)).toBe(before + 3000)
})

test('two processes that close one ledger at once leave one sum', async () => {
  const { tenant, readAt } = await popularReferrer('twice')
  const other = testContext(db.connectService(), { now: () => tenant.clock.now })
  const { whole } = await ledgerAt(tenant, START + DAY_MS)
  tenant.clock.now = START + DAY_MS
  const both = [tenant.ctx, other]
  await Promise.all(both.map((ctx) => closeLedger(ctx, tenant.id, popular)))
  expect(await ledgerAt(tenant, START + DAY_MS)).toEqual({ whole, entries: 0 })
  expect(await readAt(START + DAY_MS)).toBe(whole)
})

test('processes that read the same long ledger ask for one job', async () => {
  const tenant = await makeTestTenant(db, 'many')
  await fillReferrals(db.owner, tenant.id, 2000)
  const processes = [tenant.ctx, testContext(db.connectService(), { now: () => tenant.clock.now })]
  tenant.clock.now = START + DAY_MS
  for (const ctx of [...processes, ...processes]) await readAccountDiscount(ctx, tenant.id, popular, null)
  for (const ctx of processes) await enqueueLongLedgers(ctx, new AbortController().signal)
  const text = `select kind, subject from app.job where tenant_id = 'many'`
  expect(await db.owner.query({ name: '', text }, [])).toEqual([{ kind: 'CLOSE_LEDGER', subject: 'r1' }])
})
