import type { TenantId } from '@goodword/domain/values/ids'
import { expect, inject, test } from 'vitest'
import { auditEntry } from '../../frame/audit/audit.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import { verifyAudit } from './verify-audit.ts'

const { owner, service } = await createTestDatabase()
const ctx = testContext(service, { now: () => START })
const tenantId = 'tenant' as TenantId

// The owner is refused by a trigger, which a cluster does not have.
const refused = inject('databaseServer').workers === undefined ? [service, owner] : [service]

test.each([
  ['an update', "update app.audit_entry set actor = 'x'"],
  ['a deletion', 'delete from app.audit_entry'],
  ['emptying the table', 'truncate app.audit_entry'],
])('I13: %s is refused for the service and for the owner of the database', async (_, text) => {
  await ctx.writeTenant(tenantId, async (tx) => writeAuditEntry(tx, auditEntry(ctx, 'program.set', {})))
  const { checked } = await verifyAudit(ctx, tenantId)
  for (const db of refused) {
    await expect(db.query({ name: '', text }, [])).rejects.toMatchObject({ code: '42501' })
  }
  expect(await verifyAudit(ctx, tenantId)).toMatchObject({ ok: true, checked })
})
