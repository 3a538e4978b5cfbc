import type { HostName } from '@goodword/domain/host-name'
import type { TenantId } from '@goodword/domain/ids'
import { type CustomDomainRow, listCustomDomains } from '../../store/custom-domains.ts'
import type { Database } from '../../store/database.ts'

/** The merchants' own domains as a process has them in memory; asking costs nothing, whatever is asked for. */
export type KnownDomains = {
  /** The tenant whose share links are all that a host has; null for every other host. */
  readonly tenantOf: (host: string) => TenantId | null
  /** The host that a tenant's share links are shown with: its first; null when it has none. */
  readonly hostOf: (tenantId: TenantId) => HostName | null
  /** Reads them again. When that fails, those of before go on. */
  readonly refresh: () => Promise<void>
}

/**
 * Reads all domains once, and again whenever asked to. A whole list needs no room for hosts that nobody has, and goes on
 * while the database is away. The service's own host is left out: its address may have changed since one was added.
 */
export async function openKnownDomains(db: Database, baseUrl: string): Promise<KnownDomains> {
  const own = new URL(baseUrl).hostname
  let known = mapsOf([])

  async function refresh(): Promise<void> {
    const rows = await listCustomDomains(db)
    known = mapsOf(rows.filter(({ host }) => host !== own))
  }

  await refresh()
  return {
    tenantOf: (host) => known.tenants.get(host) ?? null,
    hostOf: (tenantId) => known.hosts.get(tenantId) ?? null,
    refresh,
  }
}

function mapsOf(rows: readonly CustomDomainRow[]) {
  const tenants = new Map<string, TenantId>(rows.map(({ host, tenant_id }) => [host, tenant_id]))
  // Of two that say the same tenant, a map keeps the later.
  const hosts = new Map(rows.toReversed().map(({ host, tenant_id }) => [tenant_id, host]))
  return { tenants, hosts }
}
