import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { openDatabase } from './database.ts'
import { DatabaseUnavailable, SerializationConflict } from './database-error.ts'
import { Pipeline } from './pipeline.ts'
import { statement } from './statement.ts'
import { inTenant, readTenant, readTenantAtOnce } from './tenant-tx.ts'

const db = await createTestDatabase()
// One connection: what a transaction leaves on it meets the next one.
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
afterAll(() => single.close())
const tenant = await makeTestTenant(db, 'acme')
const rival = await makeTestTenant(db, 'rival')
const codes = [await tenant.referrer('ada'), await rival.referrer('rita')]
for (const [index, it] of [tenant, rival].entries()) {
  await it.track(
    'friend',
    'server',
    it.identify('f'),
    { kind: 'attribute', evidence: 'explicit', code: codes[index] ?? null },
    { kind: 'report', status: 'PAID' },
  )
}

const tables = await db.owner.query<{ name: string }>(
  {
    name: '',
    text: `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'tenant_id'
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_only')`,
  },
  [],
)
const count = (table: string) =>
  statement(`test.count_${table}`, `select count(*) as rows from ${table} where $1::text <> ''`)
const counts = new Map(tables.map(({ name }) => [name, count(name)]))
const countReferrals = counts.get('referral') ?? count('referral')
const fail = statement('test.fail', 'select 1 / 0 where $1::text is not null')
const writeNothing = statement(
  'test.write_nothing',
  'update program set version = version where tenant_id = $1 and false',
)
const mutate = statement('test.mutate', 'update program set version = version where tenant_id = $1')

const ownPid = statement('test.pid', 'select pg_backend_pid() as pid where $1::text is not null')

const insertFor = (tenantId: string) =>
  statement(
    `test.insert_${tenantId}`,
    `insert into event (tenant_id, id, account_id, type, reason, actor, created_at)
     values ('${tenantId}', gen_random_uuid(), gen_random_uuid(), 'user.created', 'IDENTIFIED', $1::text, now())`,
  )
const insertForRival = insertFor('rival')

async function rowsSeenBy(tenantId: string | null): Promise<Record<string, number>> {
  const seen = [...counts].map(async ([name, it]): Promise<[string, number]> => {
    const rows =
      tenantId === null
        ? await single.query<{ rows: number }>(it, ['nobody'])
        : await inTenant(single, tenantId as TenantId, (tx) => tx.rows<{ rows: number }>(it, []))
    return [name, rows[0]?.rows ?? -1]
  })
  return Object.fromEntries(await Promise.all(seen))
}

const nothing = Object.fromEntries([...counts.keys()].map((name) => [name, 0]))

describe('row-level security', () => {
  test('I10: row-level security shows nothing of any table to a connection that serves no tenant, whatever it served before and however that ended', async () => {
    expect(Object.keys(nothing).sort()).toEqual(
      expect.arrayContaining([
        'account',
        'entry',
        'event',
        'account_user',
        'program',
        'referral',
        'referral_code',
        'reward',
      ]),
    )
    expect(await rowsSeenBy(null)).toEqual(nothing)
    expect((await rowsSeenBy(tenant.id)).account).toBe(2)
    expect(await rowsSeenBy(null)).toEqual(nothing)
    await expect(inTenant(single, tenant.id, (tx) => tx.rows(fail, []))).rejects.toThrow('division by zero')
    expect(await rowsSeenBy(null)).toEqual(nothing)
    expect(await rowsSeenBy('unknown')).toEqual(nothing)
  })

  test('I10: row-level security shows a tenant its own rows alone', async () => {
    await tenant.referrer('only acme has this one')
    expect(await rowsSeenBy('acme')).toMatchObject({ account: 3, program: 1, referral: 1, reward: 2 })
    expect(await rowsSeenBy('rival')).toMatchObject({ account: 2, program: 1, referral: 1, reward: 2 })
  })

  test('I10: no tenant can write for another, and no session without a tenant can write', async () => {
    const forAnother = inTenant(single, tenant.id, (tx) => tx.rows(insertForRival, []))
    await expect(forAnother).rejects.toMatchObject({ code: '42501' })
    await expect(single.query(insertForRival, ['rival'])).rejects.toMatchObject({ code: '42501' })
    const own = inTenant(single, rival.id, (tx) => tx.rows(insertForRival, []))
    await expect(own).resolves.toEqual([])
  })

  test('I8: the ledger and the events cannot be changed or removed', async () => {
    for (const table of ['entry', 'event']) {
      for (const text of [`update ${table} set actor = actor`, `delete from ${table}`, `truncate ${table}`]) {
        const change = single.query({ name: '', text: text.replace('set actor = actor', 'set id = id') }, [])
        await expect(change).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})

describe('a transaction', () => {
  test('a transaction passes on what its work throws, as it is', async () => {
    const thrown = new Error('the account is not known')
    const work = inTenant(single, tenant.id, () => Promise.reject(thrown))
    await expect(work).rejects.toBe(thrown)
  })

  test('a transaction takes a defect of ours for a defect, not for an outage', async () => {
    const wrong = inTenant(single, tenant.id, async (tx) => tx.write(writeNothing, [], 1))
    await expect(wrong).rejects.toThrow('test.write_nothing wrote 0 rows where 1 were due')
    await expect(wrong).rejects.not.toBeInstanceOf(DatabaseUnavailable)
  })

  test('a transaction reports the first failure, and its connection can be reused', async () => {
    const work = inTenant(single, tenant.id, async (tx) => {
      tx.write(fail, [])
      tx.write(mutate, [])
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(await inTenant(single, tenant.id, (tx) => tx.rows(mutate, []))).toEqual([])
  })

  test('a transaction reports a failed write while its work waits for a later statement, and only once', async () => {
    const work = inTenant(single, tenant.id, async (tx) => {
      tx.write(fail, [])
      return tx.rows(ownPid, [])
    })
    await expect(work).rejects.toThrow('division by zero')
  })

  test('a transaction that only reads cannot write', async () => {
    await expect(readTenant(single, tenant.id, (tx) => tx.rows(mutate, []))).rejects.toMatchObject({
      cause: { code: '25006' },
    })
  })

  test('a transaction that loses its connection is an outage, and the next one gets another connection', async () => {
    const killed = inTenant(single, tenant.id, async (tx) => {
      const [session] = await tx.rows<{ pid: number }>(ownPid, [])
      // Connected to the same node, and as the same role.
      await db.service.query({ name: '', text: 'select pg_terminate_backend($1::int4)' }, [session?.pid])
      return tx.rows(ownPid, [])
    })
    await expect(killed).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect((await rowsSeenBy(tenant.id)).program).toBe(1)
  })

  test('a transaction that conflicts with another one fails with a SerializationConflict', async () => {
    const [row] = await inTenant(single, tenant.id, (tx) =>
      tx.rows<{ id: string }>(statement('test.any', 'select id from event where tenant_id = $1 limit 1'), []),
    )
    const again = statement(
      'test.again',
      `insert into event (tenant_id, id, account_id, type, reason, actor, created_at)
       values ($1, $2, gen_random_uuid(), 'user.created', 'IDENTIFIED', 'server', now())`,
    )
    const work = inTenant(single, tenant.id, (tx) => tx.rows(again, [row?.id]))
    await expect(work).rejects.toBeInstanceOf(SerializationConflict)
  })
})

describe('a read that is sent at once', () => {
  test('a read that is sent at once takes one round trip, sees one tenant, and leaves nothing behind', async () => {
    const sent = vi.spyOn(Pipeline.prototype, 'submit')
    const read = readTenantAtOnce(single, tenant.id, async (tx) => {
      const both = [tx.rows(ownPid, []), tx.rows<{ rows: number }>(countReferrals, [])] as const
      return Promise.all(both)
    })
    const [, [referrals]] = await read
    expect(referrals?.rows).toBe(1)
    expect(sent).toHaveBeenCalledTimes(1)
    sent.mockRestore()
    expect(await rowsSeenBy(null)).toEqual(nothing)
  })

  test('a read that is sent at once refuses a statement that is sent after the others, and one that writes', async () => {
    const late = readTenantAtOnce(single, tenant.id, async (tx) => {
      await tx.rows(ownPid, [])
      return tx.rows(ownPid, [])
    })
    await expect(late).rejects.toThrow('test.pid was sent after the other statements of its transaction')
    const writing = readTenantAtOnce(single, tenant.id, (tx) => tx.rows(mutate, []))
    await expect(writing).rejects.toThrow('the database is read-only')
    const failing = readTenantAtOnce(single, tenant.id, (tx) => tx.rows(fail, []))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await rowsSeenBy(null)).toEqual(nothing)
  })
})
