import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import { writeBackup } from '@goodword/server/engine/backup/write-backup'
import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import { SecretKeys } from '@goodword/server/engine/secrets/secret-keys'
import type { Context } from '@goodword/server/frame/context'
import { recountStatistics } from '@goodword/server/reporting/statistics/recount-statistics'
import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'
import { fillOtherRows } from './other-rows.ts'
import type { MeasuredSizes, TableSize } from './plan.ts'

/** A database whose only tenant has loaded referrals. */
export type MeasuredDatabase = {
  readonly owner: pg.Pool
  readonly operator: Context
  readonly address: DatabaseAddress
  readonly tenantId: TenantId
}

/** Tables with fewer rows per referral do not grow with the referrals. */
const MIN_PER_REFERRAL = 0.02

/** Adds the rows that come with referrals, counts their statistics, and measures the size of all. */
export async function measureSizes({
  owner,
  operator,
  address,
  tenantId,
}: MeasuredDatabase): Promise<MeasuredSizes> {
  await fillOtherRows(owner, tenantId)
  await recountStatistics(operator, tenantId)
  await owner.query('vacuum analyze')
  const names = await rowsOf<{ name: string }>(owner, tablesOfTenants)
  const tables: TableSize[] = []
  for (const { name } of names) {
    const [size] = await rowsOf<Omit<TableSize, 'name'>>(owner, sizeOf(name))
    if (size !== undefined) tables.push({ name, ...size })
  }
  const referrals = tables.find((it) => it.name === 'referral')?.rows ?? 0
  return {
    referrals,
    tables: tables.filter((it) => it.rows > referrals * MIN_PER_REFERRAL),
    ...(await measureBackup(address)),
  }
}

async function measureBackup(
  address: DatabaseAddress,
): Promise<Pick<MeasuredSizes, 'backupBytes' | 'backupMs'>> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-sizes-'))
  try {
    const file = join(folder, 'backup.gz.age')
    const startedAt = performance.now()
    const keys = new SecretKeys([makeSecretKey()])
    await writeBackup(address, file, { keys, isEncrypted: true }, () => undefined)
    return { backupMs: performance.now() - startedAt, backupBytes: (await stat(file)).size }
  } finally {
    await rm(folder, { recursive: true })
  }
}

// A month of clicks is a table that belongs to another.
const tablesOfTenants = `
select c.relname as name
from pg_class c
where c.relnamespace = 'app'::regnamespace
  and c.relkind in ('r', 'p')
  and not c.relispartition
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
order by 1`

function sizeOf(name: string): string {
  return `
select (select count(*) from app.${name})::float8 as rows,
  sum(pg_table_size(t.relid))::float8 as "tableBytes",
  sum(pg_indexes_size(t.relid))::float8 as "indexBytes"
from (
  select 'app.${name}'::regclass as relid
  union
  select p.relid from pg_partition_tree('app.${name}') p
) as t`
}
