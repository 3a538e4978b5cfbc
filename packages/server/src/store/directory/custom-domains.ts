import type { HostName } from '@goodword/domain/host-name'
import type { Database } from '../driver/database.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../schema/tables.generated.ts'

export type CustomDomainRow = Tables['custom_domain']

const allDomains = statement(
  'custom_domain.list',
  `
select d.host, d.tenant_id, d.created_at
from custom_domain d
order by d.created_at, d.host`,
)

/** The domains of all tenants, those added first in front. */
export function listCustomDomains(db: Database): Promise<CustomDomainRow[]> {
  return db.query<CustomDomainRow>(allDomains, [])
}

const ofTenant = statement(
  'custom_domain.of_tenant',
  `
select d.host, d.tenant_id, d.created_at
from custom_domain d
where d.tenant_id = $1
order by d.created_at, d.host`,
)

/** The domains of the tenant, the same in front. */
export function domainsOfTenant(tx: TenantTx): Promise<CustomDomainRow[]> {
  return tx.rows<CustomDomainRow>(ofTenant, [])
}

const ownerOfHost = statement(
  'custom_domain.find',
  `
select d.host, d.tenant_id, d.created_at
from custom_domain d
where d.host = $1`,
)

/** The domain of a host, of whichever tenant. */
export async function findCustomDomain(db: Database, host: string): Promise<CustomDomainRow | null> {
  const [row] = await db.query<CustomDomainRow>(ownerOfHost, [host])
  return row ?? null
}

const count = statement('custom_domain.count', 'select count(*)::int4 as domains from custom_domain')

/** How many domains all tenants have. */
export async function countCustomDomains(db: Database): Promise<number> {
  const [row] = await db.query<{ domains: number }>(count, [])
  return row?.domains ?? 0
}

const addDomain = statement(
  'custom_domain.insert',
  `
insert into custom_domain (tenant_id, host, created_at)
values ($1, $2, $3)
on conflict (host) do nothing
returning host, tenant_id, created_at`,
)

/** Null when the host is taken, by whichever tenant. */
export async function insertCustomDomain(
  tx: TenantTx,
  host: HostName,
  createdAt: number,
): Promise<CustomDomainRow | null> {
  const [row] = await tx.rows<CustomDomainRow>(addDomain, [host, isoTime(createdAt)])
  return row ?? null
}

const removeDomain = statement(
  'custom_domain.delete',
  `
delete from custom_domain d
where d.tenant_id = $1
  and d.host = $2`,
)

/** Removes a domain that the tenant has. */
export function deleteCustomDomain(tx: TenantTx, host: HostName): void {
  tx.write(removeDomain, [host], 1)
}
