import type { HostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type DomainClaimRow = Tables['domain_claim'] & {
  /** Whether the host has the share links of the tenant. */
  readonly is_verified: boolean
}

const columns = `c.tenant_id, c.host, c.token, c.created_at, c.checked_at, c.problem, c.verified_at, c.seen_at, c.missing_since,
  c.lost_at, c.next_check_at, d.host is not null as is_verified`

const ofTenant = statement(
  'domain_claim.of_tenant',
  `
select ${columns}
from domain_claim c
left join custom_domain d on d.tenant_id = $1 and d.host = c.host
where c.tenant_id = $1
order by c.created_at, c.host`,
)

/** The claims of the tenant, those made first in front. */
export function claimsOfTenant(tx: TenantTx): Promise<DomainClaimRow[]> {
  return tx.rows<DomainClaimRow>(ofTenant, [])
}

const all = statement(
  'domain_claim.list',
  `
select ${columns}
from domain_claim c
left join custom_domain d on d.tenant_id = c.tenant_id and d.host = c.host
order by c.created_at, c.host`,
)

/** The claims of all tenants, in the same order. */
export function listDomainClaims(db: Database): Promise<DomainClaimRow[]> {
  return db.query<DomainClaimRow>(all, [])
}

export type DueClaim = { readonly tenant_id: TenantId; readonly host: HostName }

const due = statement(
  'domain_claim.due',
  `
select c.tenant_id, c.host
from domain_claim c
where c.next_check_at <= $1
order by c.next_check_at
limit $2`,
)

/** Claims that are to be checked by now, those that wait longest in front. */
export function findDueClaims(db: Database, now: number, limit: number): Promise<DueClaim[]> {
  return db.query<DueClaim>(due, [isoTime(now), limit])
}

const count = statement('domain_claim.count', 'select count(*)::int4 as claims from domain_claim')

/** How many claims all tenants have. */
export async function countDomainClaims(db: Database): Promise<number> {
  const [row] = await db.query<{ claims: number }>(count, [])
  return row?.claims ?? 0
}

const save = statement(
  'domain_claim.save',
  `
insert into domain_claim (tenant_id, host, token, created_at, checked_at, problem, verified_at, seen_at, missing_since, lost_at,
  next_check_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (tenant_id, host) do update
set checked_at = excluded.checked_at, problem = excluded.problem, verified_at = excluded.verified_at,
  seen_at = excluded.seen_at, missing_since = excluded.missing_since, lost_at = excluded.lost_at,
  next_check_at = excluded.next_check_at`,
)

/** Adds a claim, or changes its state. */
export function saveDomainClaim(tx: TenantTx, row: Omit<DomainClaimRow, 'tenant_id' | 'is_verified'>): void {
  const { checked_at, verified_at, seen_at, missing_since, lost_at, next_check_at } = row
  const times = [verified_at, seen_at, missing_since, lost_at, next_check_at].map(isoTime)
  const values = [row.host, row.token, isoTime(row.created_at), isoTime(checked_at), row.problem, ...times]
  tx.write(save, values, 1)
}

const remove = statement(
  'domain_claim.delete',
  `
delete from domain_claim c
where c.tenant_id = $1
  and c.host = $2`,
)

/** Removes a claim that the tenant has. */
export function deleteDomainClaim(tx: TenantTx, host: HostName): void {
  tx.write(remove, [host], 1)
}
