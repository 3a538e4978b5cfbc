import type { TenantId } from '@goodword/domain/ids'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../schema/tables.generated.ts'

/** A change by an operator, outside of the API. `details` hold no secrets and nothing about people. */
export type AuditEntry = {
  readonly id: string
  readonly tenantId: TenantId
  readonly actor: string
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

const INSERT = `
insert into audit_entry (tenant_id, id, actor, action, details, created_at)
values ($1, $2, $3, $4, $5, $6)`

/** Both kinds of transaction prepare statements, each by its own means, so the names must differ on a connection. */
const insert = statement('audit_entry.insert', INSERT)
const insertInDirectory = statement('audit_entry.insert_in_directory', INSERT)

/** Adds an entry in the transaction of the change itself, so that none is without the other. */
export async function insertAuditEntry(tx: DirectoryTx, entry: AuditEntry): Promise<void> {
  await tx.rows(insertInDirectory, [entry.tenantId, ...valuesOf(entry)])
}

/** The same in a transaction of the tenant. */
export function writeAuditEntry(tx: TenantTx, entry: Omit<AuditEntry, 'tenantId'>): void {
  tx.write(insert, valuesOf(entry), 1)
}

function valuesOf({ id, actor, action, details, createdAt }: Omit<AuditEntry, 'tenantId'>): unknown[] {
  return [id, actor, action, JSON.stringify(details), isoTime(createdAt)]
}

const newest = statement(
  'audit_entry.list',
  `
select id, actor, action, details, created_at
from audit_entry
where tenant_id = $1
order by id desc
limit $2`,
)

export type AuditRow = Tables['audit_entry'] & { details: Record<string, unknown> }

/** The newest entries of a tenant. */
export function listAuditEntries(tx: TenantTx, limit: number): Promise<AuditRow[]> {
  return tx.rows<AuditRow>(newest, [limit])
}
