import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { insertReferrals } from '../database/many-referrals.ts'
import { tidyUp } from '../database/tidy-up.ts'
import { withoutAutovacuum } from '../database/without-autovacuum.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

/** The number that npm test has time for; the long tests ask for a million. */
const FRIENDS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 20_000)

type States = Readonly<Record<string, () => Promise<TestDatabase>>>

/** The states of a database whose plans differ most. */
const differentStates: States = {
  'a new database': () => createTestDatabase(),
  async 'a filled database without statistics'() {
    const db = await newWithoutAutovacuum()
    await fillTenants(db.owner, FRIENDS, 10, 500)
    return db
  },
  async 'a large tenant and few small ones'() {
    const db = await createTestDatabase()
    await fillTenants(db.owner, FRIENDS, 10, 500)
    await tidyUp(db.owner)
    return db
  },
}

const otherStates: States = {
  async 'an empty database with statistics'() {
    const db = await createTestDatabase()
    await tidyUp(db.owner)
    return db
  },
  async 'the first rows without statistics'() {
    const db = await newWithoutAutovacuum()
    await fillTenants(db.owner, 1_000, 0, 0)
    return db
  },
  async 'the first rows with statistics'() {
    const db = await createTestDatabase()
    await fillTenants(db.owner, 50, 0, 0)
    await tidyUp(db.owner)
    return db
  },
  async 'a large tenant and many small ones'() {
    const db = await createTestDatabase()
    await fillTenants(db.owner, 2_000, 200, 5)
    await tidyUp(db.owner)
    return db
  },
}

/**
 * States of a database in which the service may plan a statement for the first time. On a table without rows every index
 * costs the same, and the plan is kept while rows come; in the others PostgreSQL knows different things of the rows. On the
 * oldest PostgreSQL `npm test` has time for a few of them.
 */
export const databases: States =
  process.env.GOODWORD_TEST_STATES === 'few' ? differentStates : { ...differentStates, ...otherStates }

async function fillTenants(owner: Database, large: number, tenants: number, small: number): Promise<void> {
  await insertReferrals(owner, 'large' as TenantId, large)
  for (let index = 0; index < tenants; index += 1) {
    await insertReferrals(owner, `small_${index}` as TenantId, small)
  }
  for (const text of beside) await owner.query({ name: '', text }, [])
}

/** Rows beside those of the referrals. */
const beside = [
  `insert into program (tenant_id, version, settings, updated_at)
   select distinct tenant_id, 1, '{}'::jsonb, now() from account`,
  `insert into closing_balance select tenant_id, id, 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', 0, created_at from account`,
  `insert into redemption select tenant_id, id, id, 'points', 1, 0, id::text, created_at from account`,
  `insert into idempotent_request select tenant_id, id::text, '', created_at, null, null, created_at from account`,
  `insert into job select tenant_id, id, 'KIND', id::text,
     (array['WAITING', 'READY', 'FAILED'])[1 + abs(hashtext(id::text)) % 3], created_at, created_at, null, null, 0 from account`,
  `insert into export select tenant_id, id, 'users', 'csv', null, null, 'PENDING', 0, null, 0, 0, created_at, null
   from account`,
  `insert into export_part select tenant_id, id, 0, 0, 1, '' from account`,
  `insert into processor_notification select tenant_id, id, id, sha256(id::text::bytea), 'check', null, null, created_at,
     '', created_at, null, null from account`,
  `insert into webhook_delivery select tenant_id, id, md5(tenant_id)::uuid, id, null, 'test',
     case when abs(hashtext(id::text)) % 10 = 0 then 'PENDING' else 'SUCCEEDED' end, 0,
     case when abs(hashtext(id::text)) % 10 = 0 then created_at end, created_at from account`,
  `insert into webhook_attempt select tenant_id, id, id, created_at, 1, 204, null, '', null from account`,
]

/** Statistics come by `tidyUp` alone. */
async function newWithoutAutovacuum(): Promise<TestDatabase> {
  const db = await createTestDatabase()
  await withoutAutovacuum(db.owner)
  return db
}
