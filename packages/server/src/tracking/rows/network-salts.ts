import { deleteByCtid } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** How long a salt is the present one, and how long a network key is kept that is not seen again. */
export const NETWORK_DAYS = 30

const insert = statement(
  'network_salt.insert',
  `
insert into network_salt (tenant_id, period, salt)
values ($1, $2, $3)
on conflict (tenant_id, period) do nothing`,
)

const find = statement(
  'network_salt.find',
  `
select s.period, s.salt
from network_salt s
where s.tenant_id = $1
  and s.period between $2::int4 - 1 and $2`,
)

/** The salts in hexadecimal of a period and of the one before; that of the period is the one given, unless there was one. */
export async function takeSalts(
  tx: TenantTx,
  period: number,
  fresh: Buffer,
): Promise<ReadonlyMap<number, string>> {
  tx.write(insert, [period, fresh])
  const rows = await tx.rows<{ period: number; salt: Buffer }>(find, [period])
  return new Map(rows.map((row) => [row.period, row.salt.toString('hex')]))
}

const removeSalts = statement(
  'network_salt.delete',
  `
delete from network_salt x
where x.tenant_id = $1
  and x.period < $2`,
)

/** Deletes the salts of periods before one. */
export function deleteSalts(tx: TenantTx, period: number): void {
  tx.write(removeSalts, [period])
}

const removeNetworks = statement(
  'evidence_key.delete_networks',
  `${deleteByCtid(
    'evidence_key',
    `y.kind = 'network'
    and y.last_seen_at <= $2
  order by y.last_seen_at
  limit $3
  for update skip locked`,
  )}
returning x.key`,
)

/** Deletes up to `limit` network keys that were not seen after a time; returns how many. */
export async function deleteNetworks(tx: TenantTx, until: number, limit: number): Promise<number> {
  return (await tx.rows(removeNetworks, [isoTime(until), limit])).length
}

const left = statement(
  'network_salt.is_left',
  `
select (
    select true
    from network_salt s
    where s.tenant_id = $1
    order by s.period
    limit 1
  ) is not null or (
    select true
    from evidence_key y
    where y.tenant_id = $1
      and y.kind = 'network'
    order by y.last_seen_at
    limit 1
  ) is not null or (
    select true
    from public_click c
    where c.tenant_id = $1
    order by c.id
    limit 1
  ) is not null as is_left`,
)

/** Whether anything is stored that is kept for a time only: salts, network keys, or clicks from public pages. */
export async function isEvidenceLeft(tx: TenantTx): Promise<boolean> {
  const [row] = await tx.rows<{ is_left: boolean }>(left, [])
  return row?.is_left === true
}
