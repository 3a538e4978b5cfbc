import type { UserId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { countStatistics, findUncounted } from './counting/count-statistics.ts'
import { readUncountedMs } from './rows/uncounted-tenants.ts'

const db = await createTestDatabase()
const sql = (text: string) => db.owner.query({ name: '', text }, [])
const never = new AbortController().signal
const MINUTE_MS = 60_000

/** Whole minutes. */
const age = async () => Math.floor((await readUncountedMs(db.service)) / MINUTE_MS)

test('the age of the oldest thing that statistics have not counted is read, and is 0 once all is counted', async () => {
  expect(await age()).toBe(0)
  const tenant = await makeTestTenant(db, 'uncounted')
  const count = () => countStatistics(tenant.ctx, tenant.id, never)
  // The tenant has a generation from now on.
  await count()
  expect(await readUncountedMs(db.service)).toBe(0)

  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code, userId: 'u' as UserId } as const
  await tenant.track('bob', 'server', attribute, tenant.identify('u'), { kind: 'report', status: 'PAID' })
  await sql(`update app.entry_outbox set queued_at = now() - interval '20 minutes'`)
  expect(await age()).toBe(20)
  await count()
  expect(await readUncountedMs(db.service)).toBe(0)

  await sql(`
    insert into app.processor_payment
    select p.tenant_id, 'payment', p.account_id, 'EUR', now(), 1000, 0, 0, 0, 0, 0, now() - interval '30 minutes'
    from app.account_user p order by p.id limit 1`)
  expect(await age()).toBe(30)
  await sql(`update app.tenant set disabled_at = now() where id = 'uncounted'`)
  await count()
  expect(await readUncountedMs(db.service)).toBe(0)

  await sql(`
    update app.statistic_generation set clicks_until = now() - interval '2 hours' where tenant_id = 'uncounted'`)
  await sql(`
    insert into app.click (tenant_id, clicked_at, id, user_id, via, visitor)
    select p.tenant_id, now() - interval '40 minutes', gen_random_uuid(), p.id, 'email', gen_random_uuid()
    from app.account_user p order by p.id limit 1`)
  // Clicks wait from when the search has found them.
  expect(await age()).toBe(0)
  await findUncounted(tenant.ctx, never)
  expect(await age()).toBe(40)
  await count()
  expect(await readUncountedMs(db.service)).toBe(0)
})
