import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { ProviderId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../engine/driver/database.ts'
import { tidyUp } from '../testing/database/tidy-up.ts'
import { withoutAutovacuum } from '../testing/database/without-autovacuum.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../testing/test-tenant.ts'

const db = await createTestDatabase()
await withoutAutovacuum(db.owner)
// One connection: PostgreSQL keeps its counts per session, until the session hands it in.
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
afterAll(() => single.close())

const MAIL = 'victim@example.com'
const claim: Command = { kind: 'bind', providerId: 'customer' as ProviderId }
const attribute = (code: string): Command => ({
  kind: 'attribute',
  evidence: 'explicit',
  code: code as ReferralCode,
})

test('a call on an account reads no more rows when unsigned calls go on once their bounds are reached', async () => {
  const tenant = await makeTestTenant(db, 'filled')
  const code = await tenant.referrer('victim', 'owner')
  await attack(tenant, code, 0, 150)
  await tidyUp(db.owner)
  const reached = await rowsReadByCalls(tenant)
  await attack(tenant, code, 150, 600)
  await tidyUp(db.owner)
  const later = await rowsReadByCalls(tenant)
  expect(reached).toBeGreaterThan(100)
  expect(later).toBeLessThanOrEqual(reached * 1.1)
})

/** Unsigned calls add users and made-up codes to the account, and friends with its e-mail address and customer. */
async function attack(tenant: TestTenant, code: string, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  await Promise.all(
    numbers.flatMap((it) => [
      tenant.track('victim', 'browser', tenant.identify(`user_${it}`, { email: `${it}@example.com` })),
      tenant.track('victim', 'browser', tenant.identify('owner'), attribute(`MADE_UP_${it}`)),
      tenant.track(`made_up_${it}`, 'browser', tenant.identify('u', { email: MAIL }), claim, attribute(code)),
    ]),
  )
}

/** The number of rows that PostgreSQL fetches for calls with new data for the account. */
async function rowsReadByCalls(tenant: TestTenant): Promise<number> {
  const own = tenantAt(single, tenant.id)
  const send = (firstName: string) =>
    own.track('victim', 'server', own.identify('owner', { email: MAIL, firstName }), claim)
  await send('Ann')
  const before = await rowsFetched()
  await send('Bea')
  await send('Ann')
  return (await rowsFetched()) - before
}

async function rowsFetched(): Promise<number> {
  await single.query({ name: '', text: 'select pg_stat_force_next_flush()' }, [])
  const text = `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as counted
    from pg_stat_user_tables where schemaname = 'app'`
  const [row] = await db.owner.query<{ counted: number }>({ name: '', text }, [])
  return row?.counted ?? 0
}
