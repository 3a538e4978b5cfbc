import type { UsualFacts } from '@goodword/domain/fraud/usual-limits'
import type { TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A tenant's program: `settings` is the JSON of the wire without its version, which operations read. */
export type ProgramRow = Pick<Tables['program'], 'version' | 'settings' | 'had_milestones'> & {
  is_processor_connected: boolean
  /** Whether a person was ever erased: only then may a call name one. */
  has_erasures: boolean
  /** Whether people have codes of an earlier product: only then may a text be one. */
  has_former_codes: boolean
  /** The usual facts of the tenant's referrals, and the time of their count; null before. */
  usual_facts: UsualFacts | null
  usual_facts_at: number | null
}

const ofTenant = statement(
  'program.load',
  `
select k.version, k.settings, k.had_milestones, exists (
    select
    from processor_connection c
    where c.tenant_id = $1
  ) as is_processor_connected, (
    select true
    from erased_mark m
    where m.tenant_id = $1
    order by m.mark
    limit 1
  ) is not null as has_erasures, (
    select true
    from former_code f
    where f.tenant_id = $1
    order by f.spelling
    limit 1
  ) is not null as has_former_codes, usual.percentiles as usual_facts, usual.counted_at as usual_facts_at
from program k
left join usual_fact usual on usual.tenant_id = $1
where k.tenant_id = $1`,
)

/** Every tenant has exactly one program, made together with it. */
export async function loadProgram(tx: TenantTx): Promise<ProgramRow> {
  const [row] = await tx.rows<ProgramRow>(ofTenant, [])
  if (row === undefined) throw new Error(`the tenant ${tx.tenantId} has no program`)
  return row
}

const lock = statement('program.lock', 'select version from program where tenant_id = $1 for no key update')

/** Changes to the program, or to data that it depends on, wait until the transaction ends. */
export async function lockProgram(tx: TenantTx): Promise<void> {
  await tx.rows(lock, [])
}

const share = statement('program.share', 'select version from program where tenant_id = $1 for share')

/** Keeps the program as it is until the transaction ends; any number of transactions may do so at a time. */
export async function shareProgram(tx: TenantTx): Promise<void> {
  await tx.rows(share, [])
}

const first = statement(
  'program.insert',
  'insert into program (tenant_id, version, settings, updated_at) values ($1, 1, $2, $3)',
)

export async function insertProgram(
  tx: DirectoryTx,
  program: { tenantId: TenantId; settings: unknown; createdAt: number },
): Promise<void> {
  const { tenantId, settings, createdAt } = program
  await tx.rows(first, [tenantId, JSON.stringify(settings), isoTime(createdAt)])
}

const next = statement(
  'program.replace',
  `
update program
set version = version + 1,
  settings = $2,
  updated_at = $3,
  had_milestones = had_milestones or coalesce(settings -> 'milestones', '[]') <> '[]'
where tenant_id = $1
  and ($4::int8 is null or version = $4)
returning version`,
)

/** The new version; null when `expectedVersion` is given and is not the present one: then nothing changes. */
export async function replaceProgram(
  tx: TenantTx,
  settings: unknown,
  expectedVersion: number | null,
  now: number,
): Promise<number | null> {
  const values = [JSON.stringify(settings), isoTime(now), expectedVersion]
  const [row] = await tx.rows<{ version: number }>(next, values)
  return row?.version ?? null
}
