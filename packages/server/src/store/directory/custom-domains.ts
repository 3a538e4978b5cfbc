import type { HostName } from '@goodword/domain/host-name'
import type { TenantId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
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

const addDomain = statement(
  'custom_domain.insert',
  `
insert into custom_domain (host, tenant_id, created_at)
values ($1, $2, $3)
on conflict (host) do nothing
returning host, tenant_id, created_at`,
)

/** Null when the host is taken, by whichever tenant. */
export async function insertCustomDomain(
  tx: DirectoryTx,
  domain: { host: HostName; tenantId: TenantId; createdAt: number },
): Promise<CustomDomainRow | null> {
  const values = [domain.host, domain.tenantId, isoTime(domain.createdAt)]
  const [row] = await tx.rows<CustomDomainRow>(addDomain, values)
  return row ?? null
}

const removeDomain = statement(
  'custom_domain.delete',
  `
delete from custom_domain
where host = $1
returning host, tenant_id, created_at`,
)

/** The domain that was removed; null when there was none. */
export async function deleteCustomDomain(tx: DirectoryTx, host: string): Promise<CustomDomainRow | null> {
  const [row] = await tx.rows<CustomDomainRow>(removeDomain, [host])
  return row ?? null
}
