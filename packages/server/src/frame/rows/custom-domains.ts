import type { HostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type CustomDomainRow = Pick<Tables['custom_domain'], 'host' | 'tenant_id'>

// Only a claim is checked again: a row without one, such as of a release without claims, leads nowhere.
const allDomains = statement(
  'custom_domain.list',
  `
select d.host, d.tenant_id
from custom_domain d
join domain_claim c on c.tenant_id = d.tenant_id and c.host = d.host
order by c.created_at, d.host`,
)

/** The verified domains of all tenants, those claimed first in front. */
export function listCustomDomains(db: Database): Promise<CustomDomainRow[]> {
  return db.query<CustomDomainRow>(allDomains, [])
}

const holderOfHost = statement(
  'custom_domain.holder',
  `
select d.tenant_id
from custom_domain d
where d.host = $1`,
)

/** The tenant whose share links a host has; null for none. */
export async function findDomainHolder(db: Database, host: string): Promise<TenantId | null> {
  const [row] = await db.query<Pick<CustomDomainRow, 'tenant_id'>>(holderOfHost, [host])
  return row?.tenant_id ?? null
}

const addDomain = statement(
  'custom_domain.insert',
  `
insert into custom_domain (tenant_id, host, created_at)
values ($1, $2, $3)
on conflict (host) do nothing
returning host`,
)

/** False when a tenant has the host already. */
export async function insertCustomDomain(tx: TenantTx, host: HostName, now: number): Promise<boolean> {
  return (await tx.rows(addDomain, [host, isoTime(now)])).length === 1
}

const removeDomain = statement(
  'custom_domain.delete',
  `
delete from custom_domain d
where d.tenant_id = $1
  and d.host = $2`,
)

/** The host leads nowhere then; harmless when the tenant does not have it. */
export function deleteCustomDomain(tx: TenantTx, host: HostName): void {
  tx.write(removeDomain, [host])
}
