import { join } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { restoreBackup } from '../../engine/backup/restore-backup.ts'
import { writeBackup } from '../../engine/backup/write-backup.ts'
import type { Database } from '../../engine/driver/database.ts'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { audit, auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import { verifyAudit } from './verify-audit.ts'

const database = await createTestDatabase()
const restored = await createTestDatabase()
const { owner, service } = database
const clock = { now: () => START }
const ctx = testContext(service, clock)
const anotherProcess = testContext(database.connectService(), clock)
const operator = testContext(owner, clock)
const folder = temporaryFolder()
let made = 0

function newTenant(): TenantId {
  made += 1
  return `tenant_${made}` as TenantId
}

function write(by: Context, tenantId: TenantId, details: Record<string, unknown> = {}): Promise<void> {
  return by.writeTenant(tenantId, async (tx) => writeAuditEntry(tx, auditEntry(by, 'program.set', details)))
}

async function tenantWithEntries(count: number): Promise<TenantId> {
  const tenantId = newTenant()
  for (let number = 1; number <= count; number += 1) await write(ctx, tenantId, { number })
  return tenantId
}

const execute = (db: Database, text: string, values: readonly unknown[] = []) =>
  db.query({ name: '', text }, values)

test('I13: two processes that write at the same time leave one chain without a gap', async () => {
  const tenantId = newTenant()
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  await Promise.all([
    ...numbers.flatMap((number) => [ctx, anotherProcess].map((it) => write(it, tenantId, { number }))),
    ...numbers.slice(0, 10).map(() => inDirectory(owner, (tx) => audit(tx, operator, tenantId, 'key.roll'))),
  ])
  const verified = await verifyAudit(ctx, tenantId, { pageSize: 100 })
  expect(verified).toMatchObject({ ok: true, checked: 410, newest: { sequence: 410 }, outsideOfChain: 0 })
})

test('an entry whose transaction is rolled back leaves no gap', async () => {
  const tenantId = await tenantWithEntries(1)
  const failing = ctx.writeTenant(tenantId, async (tx) => {
    writeAuditEntry(tx, auditEntry(ctx, 'program.set', {}))
    throw new Error('something failed later')
  })
  await expect(failing).rejects.toThrow('something failed later')
  await write(ctx, tenantId)
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ ok: true, checked: 2 })
})

test('the database and the check compute the same hash of any content', async () => {
  const tenantId = newTenant()
  const awkward = {
    text: 'Straße "quoted" \\ / \n \t \u0001 \u001f \u007f \u2028 \ud83c\udf88',
    numbers: [0.1, -0, 1e21, 1.5e-7, 9007199254740991, null, true],
    deep: { b: [], a: {}, '': 'x', longer: 1 },
  }
  const actor = { name: 'staff "é" \\', address: '::ffff:203.0.113.7', userAgent: 'a\u00ff"', request: null }
  await write(ctx.actingAs(actor), tenantId, awkward)
  await write(ctx, tenantId)
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ ok: true, checked: 2, broken: null })
})

/** Changes by an owner of the database who also disables the trigger, and the first entry that is reported. */
const tampering: readonly [name: string, text: string, sequence: number, message: string][] = [
  ['a changed actor', `update app.audit_entry set actor = 'x' where sequence = 3 and`, 3, 'was changed'],
  ['a changed detail', `update app.audit_entry set details = '{}' where sequence = 3 and`, 3, 'was changed'],
  [
    'a changed time',
    `update app.audit_entry set created_at = '2026-01-01Z' where sequence = 3 and`,
    3,
    'was changed',
  ],
  ['an added address', `update app.audit_entry set address = '::1' where sequence = 3 and`, 3, 'was changed'],
  ['a removed entry', 'delete from app.audit_entry where sequence = 3 and', 3, 'is missing'],
  ['the first entry removed', 'delete from app.audit_entry where sequence = 1 and', 1, 'is missing'],
  ['all entries removed', 'delete from app.audit_entry where', 1, 'is missing'],
  ['the newest entries removed', 'delete from app.audit_entry where sequence >= 4 and', 4, 'is missing'],
  [
    'an entry taken out of the chain',
    'update app.audit_entry set sequence = null where sequence = 3 and',
    3,
    'is missing',
  ],
  [
    'an entry replaced by one with a hash of its own',
    `update app.audit_entry set actor = 'x', hash = app.audit_hash(previous_hash, sequence, tenant_id, id, 'x', action,
      subject, details, address, user_agent, created_at) where sequence = 3 and`,
    4,
    'does not continue entry 3',
  ],
  [
    'the newest entry replaced by one with a hash of its own',
    `update app.audit_entry set actor = 'x', hash = app.audit_hash(previous_hash, sequence, tenant_id, id, 'x', action,
      subject, details, address, user_agent, created_at) where sequence = 5 and`,
    5,
    'is not the one that the head of the chain names',
  ],
  [
    'a head that was set back',
    'update app.audit_head set (sequence, hash) = (select sequence, hash from app.audit_entry e where e.tenant_id = audit_head.tenant_id and sequence = 4) where',
    5,
    'was added past the head',
  ],
  ['the head removed', 'delete from app.audit_head where', 1, 'was added past the head'],
]

test.for(tampering)('I13: %s is found', async ([, text, sequence, message]) => {
  const tenantId = await tenantWithEntries(5)
  await tamper(`${text} tenant_id = '${tenantId}'`)
  const { ok, broken } = await verifyAudit(ctx, tenantId, { pageSize: 2 })
  expect({ ok, broken }).toEqual({
    ok: false,
    broken: { sequence, message: expect.stringContaining(message) },
  })
})

test('I13: two entries that change places are found', async () => {
  const tenantId = await tenantWithEntries(5)
  await tamper(`update app.audit_entry a set actor = 'two', details = (select b.details
    from app.audit_entry b where b.tenant_id = a.tenant_id and b.sequence = 5 - a.sequence)
    where a.sequence in (2, 3) and a.tenant_id = '${tenantId}'`)
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ broken: { sequence: 2 } })
})

test('I13: newest entries that were removed with a head to fit are found by an entry that was noted', async () => {
  const tenantId = await tenantWithEntries(5)
  const { newest: noted } = await verifyAudit(ctx, tenantId)
  await write(ctx, tenantId)
  expect(await verifyAudit(ctx, tenantId, { noted })).toMatchObject({ ok: true, checked: 6 })
  await tamper(`delete from app.audit_entry where tenant_id = '${tenantId}' and sequence >= 4;
    update app.audit_head set (sequence, previous_hash, hash) = (select sequence, previous_hash, hash from app.audit_entry e
      where e.tenant_id = '${tenantId}' and sequence = 3) where tenant_id = '${tenantId}'`)
  // Nothing in the database shows it.
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ ok: true, checked: 3 })
  const missing = { sequence: 5, message: expect.stringContaining('which was noted, is missing') }
  expect(await verifyAudit(ctx, tenantId, { noted })).toMatchObject({ ok: false, broken: missing })
  await write(ctx, tenantId)
  await write(ctx, tenantId)
  const other = { sequence: 5, message: expect.stringContaining('another hash') }
  expect(await verifyAudit(ctx, tenantId, { noted })).toMatchObject({ ok: false, broken: other })
})

test('a check of the newest entries does not read the others', async () => {
  const tenantId = await tenantWithEntries(5)
  await tamper(`update app.audit_entry set actor = 'x' where sequence = 1 and tenant_id = '${tenantId}'`)
  expect(await verifyAudit(ctx, tenantId, { newest: 3 })).toMatchObject({ ok: true, checked: 3 })
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ broken: { sequence: 1 } })
})

test('an entry that was added without the service is counted, and breaks nothing', async () => {
  const tenantId = await tenantWithEntries(1)
  await execute(
    owner,
    `insert into app.audit_entry (tenant_id, id, actor, action, details, created_at)
      values ($1, gen_random_uuid(), 'operator x', 'program.set', '{}', now())`,
    [tenantId],
  )
  await write(ctx, tenantId)
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ ok: true, checked: 2, outsideOfChain: 1 })
})

test('the chain of a restored backup goes on', async () => {
  const tenantId = await tenantWithEntries(3)
  const file = join(folder, 'audit.backup')
  const keys = new SecretKeys([makeSecretKey()])
  await writeBackup(database.address, file, { keys, isEncrypted: true }, () => undefined)
  await restoreBackup(restored.address, file, keys.all, { progress: () => undefined })
  const there = testContext(restored.service, clock)
  expect(await verifyAudit(there, tenantId)).toMatchObject({ ok: true, checked: 3 })
  await write(there, tenantId)
  expect(await verifyAudit(there, tenantId)).toMatchObject({ ok: true, checked: 4 })
})

async function tamper(text: string): Promise<void> {
  const client = await owner.pool.connect()
  try {
    // One by one: a distributed PostgreSQL passes the whole text of a message on to its nodes.
    const statements = ['begin', 'set local session_replication_role = replica', ...text.split(';'), 'commit']
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release()
  }
}
