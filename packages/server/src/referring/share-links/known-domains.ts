import type { HostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type CustomDomainRow, listCustomDomains } from '../../frame/rows/custom-domains.ts'
import { isOwnHost } from './claimable-host.ts'

/** The tenants by the hosts that have nothing but their share links, and the reverse, as they were last read. */
export function knownDomains(ctx: Context): KnownDomains {
  return ctx.singleton(noDomains)
}

/** The host that a tenant's share links are shown with: its first verified one; null when it has none. */
export function hostOfTenant(ctx: Context, tenantId: TenantId): HostName | null {
  return knownDomains(ctx).hosts.get(tenantId) ?? null
}

/**
 * Reads the merchants' own domains into memory, at the start and every few seconds. When it fails, those of before stay in
 * use: a complete list needs no entries for unknown hosts, and works while the database is unavailable. Hosts of the service itself
 * are left out: they may have become that since one was added.
 */
export async function refreshDomains(ctx: Context): Promise<void> {
  const rows = (await listCustomDomains(ctx.db)).filter(({ host }) => !isOwnHost(ctx, host))
  Object.assign(knownDomains(ctx), mapsOf(rows))
}

type KnownDomains = {
  tenants: ReadonlyMap<string, TenantId>
  hosts: ReadonlyMap<TenantId, HostName>
}

function noDomains(_ctx: Context): KnownDomains {
  return mapsOf([])
}

function mapsOf(rows: readonly CustomDomainRow[]): KnownDomains {
  const tenants = new Map<string, TenantId>(rows.map(({ host, tenant_id }) => [host, tenant_id]))
  // Of two domains of the same tenant, a map keeps the later.
  const hosts = new Map(rows.toReversed().map(({ host, tenant_id }) => [tenant_id, host]))
  return { tenants, hosts }
}
