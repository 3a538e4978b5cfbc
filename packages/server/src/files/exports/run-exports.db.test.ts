import { isUuid } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { fillUsers } from '../../testing/database/many-users.ts'
import { contentOf, exportNow, runJobs } from '../../testing/exported-files.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import { findExport } from '../rows/exports.ts'
import { createExport, MAX_EXPORTS } from './create-export.ts'
import { expireExports } from './expire-exports.ts'
import { runExports } from './run-exports.ts'
import { FILE_KEPT_MS, writeNextPart } from './write-next-part.ts'

const db = await createTestDatabase()
const count = async (table: string, tenant: TestTenant) => {
  const text = `select count(*)::int as count from app.${table} where tenant_id = $1`
  const [row] = await db.owner.query<{ count: number }>({ name: '', text }, [tenant.id])
  return row?.count
}
const run = { attempt: 1, signal: new AbortController().signal }
const all = { from: null, to: null }

async function rowOf({ ctx, id }: TestTenant, exportId: string) {
  return ctx.readTenant(id, (tx) => findExport(tx, exportId))
}

/** The records of a CSV file without its header. None of them has a line break within. */
function linesOf(csv: string): readonly string[] {
  const [, ...lines] = csv.split('\r\n')
  return lines.slice(0, -1)
}

describe('a file', () => {
  test('a file has every user once, in the order in which they came, in parts of whole records', async () => {
    const tenant = await makeTestTenant(db, 'many')
    const users = 14_000
    await fillUsers(db.owner, tenant.id, users)
    const row = await exportNow(tenant.ctx, tenant.id, { kind: 'users', format: 'csv' })
    expect(row).toMatchObject({ state: 'DONE', row_count: users })
    const content = await contentOf(tenant.ctx, tenant.id, row)
    expect(Buffer.byteLength(content)).toBe(row.byte_count)
    const ids = linesOf(content).map((line) => line.split(',')[1])
    expect(ids).toEqual(Array.from({ length: users }, (_, index) => `mass ${index + 1}`))
    expect(await count('export_part', tenant)).toBeGreaterThan(2)
  })

  test('a file of referrals in NDJSON has the shape of the API, also over several parts', async () => {
    const tenant = await makeTestTenant(db, 'referrals')
    await fillReferrals(db.owner, tenant.id, 2500)
    const row = await exportNow(tenant.ctx, tenant.id, { kind: 'referrals', format: 'ndjson' })
    const lines = (await contentOf(tenant.ctx, tenant.id, row)).split('\n')
    expect(lines.pop()).toBe('')
    const records = lines.map((line) => JSON.parse(line))
    expect(records.map((it) => it.referredAccountId)).toEqual(
      Array.from({ length: 2500 }, (_, index) => `f${index + 1}`),
    )
    expect(records.every((it) => isUuid(it.id) && it.referrerUser.accountId.startsWith('r'))).toBe(true)
    expect(await count('export_part', tenant)).toBeGreaterThan(2)
  })

  test.each(['csv', 'ndjson'] as const)('a file without any record is complete in %s', async (format) => {
    const tenant = await makeTestTenant(db, `empty_${format}`)
    // An export that ends is an event.
    for (const kind of ['events', 'users', 'referrals', 'rewards', 'clicks'] as const) {
      const row = await exportNow(tenant.ctx, tenant.id, { kind, format })
      expect(row).toMatchObject({ state: 'DONE', row_count: 0 })
      const content = await contentOf(tenant.ctx, tenant.id, row)
      expect(content.split('\r\n')).toHaveLength(format === 'csv' ? 2 : 1)
    }
  })

  test.each([
    [{ from: START + 10 }, 10, 100],
    [{ to: START + 10 }, 1, 10],
    [{ from: START + 10, to: START + 10 }, 10, 10],
    [{ from: 0, to: START }, 1, 0],
    [{ from: START + 101 }, 1, 0],
    [{ from: START + 1, to: 253_402_300_799_999 }, 1, 100],
  ])('a file of %j has the users who came then, both ends included', async (range, first, last) => {
    const tenant = await makeTestTenant(db, `range_${Object.entries(range).join('_')}`)
    await fillUsers(db.owner, tenant.id, 100)
    const row = await exportNow(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...range })
    const ids = linesOf(await contentOf(tenant.ctx, tenant.id, row)).map((line) => line.split(',')[1])
    expect(ids).toEqual(
      Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => `mass ${first + index}`),
    )
  })

  test('I29: a file has all that was there when it was requested, whatever is added while it is written', async () => {
    const tenant = await makeTestTenant(db, 'growing')
    await fillUsers(db.owner, tenant.id, 8_000)
    const { id } = await createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...all })
    tenant.clock.now = START + 3_600_000
    let added = 0
    for (;;) {
      const row = await rowOf(tenant, id)
      if (row === null || row.expires_at !== null) break
      await writeNextPart(tenant.ctx, tenant.id, row)
      added += 1
      await tenant.referrer(`late ${added}`)
    }
    const row = await rowOf(tenant, id)
    const lines = row === null ? [] : linesOf(await contentOf(tenant.ctx, tenant.id, row))
    const ids = lines.map((line) => line.split(',')[1] ?? '')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((it) => it.startsWith('mass'))).toHaveLength(8_000)
  })
})

describe('the job', () => {
  test('the job writes one export after the other, and gives its place back after a bounded number of parts', async () => {
    const tenant = await makeTestTenant(db, 'turns')
    await fillReferrals(db.owner, tenant.id, 2500)
    const first = await createExport(tenant.ctx, tenant.id, { kind: 'referrals', format: 'ndjson', ...all })
    tenant.clock.now += 1
    const second = await createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...all })
    expect(await count('job', tenant)).toBe(1)
    const shortRun = { ...run, mostParts: 2 }
    expect(await runExports(tenant.ctx, tenant.id, shortRun)).toEqual({ again: tenant.clock.now })
    expect(await count('export_part', tenant)).toBe(2)
    const begun = await rowOf(tenant, first.id)
    expect(begun).toMatchObject({ state: 'RUNNING', expires_at: null })
    expect(begun?.row_count).toBeGreaterThan(0)
    expect(await rowOf(tenant, second.id)).toMatchObject({ state: 'PENDING', row_count: 0 })
    await runJobs(tenant.ctx, tenant.id)
    expect(await rowOf(tenant, first.id)).toMatchObject({ state: 'DONE', row_count: 2500 })
    expect(await rowOf(tenant, second.id)).toMatchObject({ state: 'DONE' })
  })

  test('the job deletes a file after seven days of the tenant’s clock, and is gone then', async () => {
    const tenant = await makeTestTenant(db, 'expiry')
    await fillUsers(db.owner, tenant.id, 10)
    const first = await exportNow(tenant.ctx, tenant.id, { kind: 'users', format: 'csv' })
    expect(first.expires_at).toBe(tenant.clock.now + FILE_KEPT_MS)
    tenant.clock.now += 1000
    const second = await exportNow(tenant.ctx, tenant.id, { kind: 'users', format: 'csv' })
    tenant.clock.now = START + FILE_KEPT_MS - 1
    expect(await runExports(tenant.ctx, tenant.id, run)).toEqual({ again: first.expires_at })
    expect(await count('export', tenant)).toBe(2)
    tenant.clock.now += 1
    expect(await runExports(tenant.ctx, tenant.id, run)).toEqual({ again: second.expires_at })
    expect(await rowOf(tenant, first.id)).toBeNull()
    expect(await contentOf(tenant.ctx, tenant.id, second)).toContain('mass 10')
    tenant.clock.now += 1000
    expect(await runExports(tenant.ctx, tenant.id, run)).toBeNull()
    expect([await count('export', tenant), await count('export_part', tenant)]).toEqual([0, 0])
  })

  test('the job gives an export up whose part fails five times, and goes on with the next', async () => {
    const tenant = await makeTestTenant(db, 'broken')
    const { id } = await createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...all })
    tenant.clock.now += 1
    const next = await createExport(tenant.ctx, tenant.id, { kind: 'rewards', format: 'csv', ...all })
    const text = `update app.export set position = 'no key' where tenant_id = $1 and id = $2`
    await db.owner.query({ name: '', text }, [tenant.id, id])
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await rowOf(tenant, id))?.state).toBe('PENDING')
      await expect(runExports(tenant.ctx, tenant.id, { ...run, attempt })).rejects.toThrow()
    }
    expect(await rowOf(tenant, id)).toMatchObject({
      state: 'FAILED',
      expires_at: tenant.clock.now + FILE_KEPT_MS,
    })
    await runExports(tenant.ctx, tenant.id, { ...run, attempt: 6 })
    expect(await rowOf(tenant, next.id)).toMatchObject({ state: 'DONE' })
  })

  test('the job writes nothing for an export that another process has moved meanwhile', async () => {
    const tenant = await makeTestTenant(db, 'twice')
    await fillUsers(db.owner, tenant.id, 10_000)
    const { id } = await createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...all })
    await Promise.all([runExports(tenant.ctx, tenant.id, run), runExports(tenant.ctx, tenant.id, run)])
    const row = await rowOf(tenant, id)
    expect(row).toMatchObject({ state: 'DONE', row_count: 10_000 })
    expect(row && linesOf(await contentOf(tenant.ctx, tenant.id, row))).toHaveLength(10_000)
  })
})

describe('expireExports', () => {
  const expire = ({ ctx, id }: TestTenant) => ctx.writeTenant(id, async (tx) => expireExports(tx))

  test('the expiry lets complete files expire at once', async () => {
    const tenant = await makeTestTenant(db, 'erased')
    await fillUsers(db.owner, tenant.id, 10)
    const row = await exportNow(tenant.ctx, tenant.id, { kind: 'users', format: 'csv' })
    await expire(tenant)
    await expect(contentOf(tenant.ctx, tenant.id, row)).rejects.toThrow('not complete')
    await runJobs(tenant.ctx, tenant.id)
    expect([await count('export', tenant), await count('export_part', tenant)]).toEqual([0, 0])
  })

  test('the expiry lets an export that is being written begin anew, without what was read before', async () => {
    const tenant = await makeTestTenant(db, 'erased_half')
    await fillReferrals(db.owner, tenant.id, 2500)
    const { id } = await createExport(tenant.ctx, tenant.id, { kind: 'referrals', format: 'ndjson', ...all })
    await runExports(tenant.ctx, tenant.id, { ...run, mostParts: 2 })
    expect((await rowOf(tenant, id))?.row_count).toBeGreaterThan(0)
    await expire(tenant)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'PENDING', row_count: 0, byte_count: 0 })
    await runJobs(tenant.ctx, tenant.id)
    const row = await rowOf(tenant, id)
    expect(row).toMatchObject({ state: 'DONE', row_count: 2500 })
    const content = row === null ? '' : await contentOf(tenant.ctx, tenant.id, row)
    expect(content.split('\n')).toHaveLength(2501)
    const text = 'select count(*)::int as count from app.export_part where tenant_id = $1 and walk = 0'
    expect(await db.owner.query({ name: '', text }, [tenant.id])).toEqual([{ count: 0 }])
  })

  test('a part that was read before is not written after it', async () => {
    const tenant = await makeTestTenant(db, 'erased_between')
    await fillUsers(db.owner, tenant.id, 10)
    const { id } = await createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', ...all })
    const known = await rowOf(tenant, id)
    await expire(tenant)
    if (known !== null) await writeNextPart(tenant.ctx, tenant.id, known)
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'PENDING', row_count: 0 })
    expect(await count('export_part', tenant)).toBe(0)
  })
})

test('a tenant keeps a bounded number of exports, however many are requested at once', async () => {
  const tenant = await makeTestTenant(db, 'bounded')
  const requests = Array.from({ length: MAX_EXPORTS + 5 }, (_, from) =>
    createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', from, to: null }),
  )
  const results = await Promise.allSettled(requests)
  const refused = results.filter((it) => it.status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]?.reason).toMatchObject({ code: 'TOO_MANY_EXPORTS' })
  expect(await count('export', tenant)).toBe(MAX_EXPORTS)
})

test('a tenant is not found in the file of another', async () => {
  const [one, other] = [await makeTestTenant(db, 'one'), await makeTestTenant(db, 'other')]
  await fillUsers(db.owner, one.id, 10)
  const row = await exportNow(other.ctx, other.id, { kind: 'users', format: 'csv' })
  expect(row.row_count).toBe(0)
  const mine = await exportNow(one.ctx, one.id, { kind: 'users', format: 'csv' })
  await expect(contentOf(other.ctx, other.id, mine)).rejects.toThrow('not complete')
})
