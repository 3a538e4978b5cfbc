import type { TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A change and who made it. `details` hold no secrets and nothing about people of accounts. */
export type AuditEntry = {
  readonly id: string
  readonly actor: string
  readonly action: string
  readonly subject: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** Where a request came from; null for a command or a job. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAt: number
  /** Called when the entry is stored. */
  readonly onStored?: () => void
}

const HASH_ARGUMENTS =
  '$1, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb, $7::text, $8::text, $9::timestamptz'

const ADVANCE = `
insert into audit_head (tenant_id, sequence, previous_hash, hash)
values ($1, 1, null, app.audit_hash(null, 1, ${HASH_ARGUMENTS}))
on conflict (tenant_id) do update
set sequence = audit_head.sequence + 1,
  previous_hash = audit_head.hash,
  hash = app.audit_hash(audit_head.hash, audit_head.sequence + 1, ${HASH_ARGUMENTS})`

const INSERT = `
insert into audit_entry (tenant_id, id, actor, action, subject, details, address, user_agent, created_at, sequence,
  previous_hash, hash)
select h.tenant_id, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb, $7::text, $8::text, $9::timestamptz, h.sequence,
  h.previous_hash, h.hash
from audit_head h
where h.tenant_id = $1`

/** Both kinds of transaction prepare statements, each by its own means, so the names must differ on a connection. */
const advance = statement('audit_head.advance', ADVANCE)
const insert = statement('audit_entry.insert', INSERT)
const advanceInDirectory = statement('audit_head.advance_in_directory', ADVANCE)
const insertInDirectory = statement('audit_entry.insert_in_directory', INSERT)

/**
 * Adds an entry to the end of the tenant's chain, in the transaction of the change itself, so that none is without the other.
 * The head of the chain stays locked until the commit: make it the last statement.
 */
export async function insertAuditEntry(
  tx: DirectoryTx,
  tenantId: TenantId,
  entry: AuditEntry,
): Promise<void> {
  const values = [tenantId, ...valuesOf(entry)]
  await tx.rows(advanceInDirectory, values)
  await tx.rows(insertInDirectory, values)
  entry.onStored?.()
}

/** Writes an entry in a transaction of the tenant. */
export function writeAuditEntry(tx: TenantTx, entry: AuditEntry): void {
  tx.write(advance, valuesOf(entry), 1)
  tx.write(insert, valuesOf(entry), 1)
  if (entry.onStored !== undefined) tx.afterCommit(entry.onStored)
}

function valuesOf(entry: AuditEntry): unknown[] {
  const { id, actor, action, subject, details, address, userAgent, createdAt } = entry
  return [id, actor, action, subject, JSON.stringify(details), address, userAgent, isoTime(createdAt)]
}

/** An entry as its hash covers it: the details are the text that PostgreSQL writes. */
export type ChainedEntryRow = Omit<Tables['audit_entry'], 'tenant_id' | 'details' | 'sequence'> & {
  sequence: number
  details_text: string
}

const CHAINED = `
select id, actor, action, subject, details::text as details_text, address, user_agent, created_at, sequence,
  previous_hash, hash
from audit_entry
where tenant_id = $1`

const chainedFrom = statement(
  'audit_entry.chained_from',
  `${CHAINED}
  and sequence >= $2
order by sequence
limit $3`,
)

/** Entries of the chain from a number on, in their order. */
export function loadChain(tx: TenantTx, from: number, limit: number): Promise<ChainedEntryRow[]> {
  return tx.rows(chainedFrom, [from, limit])
}

const head = statement(
  'audit_head.find',
  'select sequence, previous_hash, hash from audit_head where tenant_id = $1',
)

export type ChainHeadRow = Omit<Tables['audit_head'], 'tenant_id'>

/** The newest entry of the chain as its writers know it; null before the first. */
export async function loadChainHead(tx: TenantTx): Promise<ChainHeadRow | null> {
  const [row] = await tx.rows<ChainHeadRow>(head, [])
  return row ?? null
}

const unchained = statement(
  'audit_entry.count_unchained',
  `
select count(*) as total
from (
  select
  from audit_entry
  where tenant_id = $1
    and sequence is null
  order by sequence
  limit 1000
) as outside`,
)

/** How many entries are outside of the chain, counted up to 1000. */
export async function countUnchained(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(unchained, [])
  return row?.total ?? 0
}
