import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { countReads } from '../../testing/database/counted-reads.ts'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { withoutAutovacuum } from '../../testing/database/without-autovacuum.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START } from '../../testing/test-tenant.ts'
import { readFigures } from './read-figures.ts'

const db = await createTestDatabase()
await withoutAutovacuum(db.owner)
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
const ctx = testContext(single, { now: () => START })
afterAll(() => single.close())

const FRIENDS = 8000

test('figures read the referrals of their person alone, from the index: 2000 of 8000 in a tenant', async () => {
  const { id } = await makeTestTenant(db, 'filled')
  await fillReferrals(db.owner, id as TenantId, FRIENDS)
  const read = (account: string) => readFigures(ctx, id, account as AccountId, 'u' as UserId)
  const { inProgress, converted, ended } = await read('r1')
  const own = inProgress + converted + ended
  expect(own).toBeGreaterThanOrEqual(FRIENDS / 4)
  const popular = await countReads(db.owner, single, () => read('r1'))
  const ordinary = await countReads(db.owner, single, () => read('r2'))
  expect(popular.rows).toBeLessThan(own + 50)
  expect(popular.pages).toBeLessThan(own / 10)
  expect(ordinary.rows).toBeLessThan(100)
  expect(ordinary.pages).toBeLessThan(100)
})
