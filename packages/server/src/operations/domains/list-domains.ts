import { listCustomDomains } from '../../store/directory/custom-domains.ts'
import type { Context } from '../context.ts'
import { tenantNamed } from '../tenants/tenant-named.ts'
import { type OwnedDomain, ownedDomain } from './add-domain.ts'

/** A tenant's first domain is the one that its share links are shown with. */
export type ListedDomains = { readonly domains: readonly OwnedDomain[] }

/**
 * The domains of a tenant, or of all when none is named, those added first in front.
 *
 * @throws OperatorError for an unknown alias
 */
export async function listDomains(ctx: Context, alias: string | null): Promise<ListedDomains> {
  const tenant = alias === null ? null : await tenantNamed(ctx, alias)
  const rows = await listCustomDomains(ctx.db)
  const wanted = rows.filter((it) => tenant === null || it.tenant_id === tenant.tenant_id)
  return { domains: wanted.map(ownedDomain) }
}
