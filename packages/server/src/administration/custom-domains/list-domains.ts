import type { Context } from '../../frame/context.ts'
import { listDomainClaims } from '../../frame/rows/domain-claims.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import type { OwnedDomain } from './add-domain.ts'
import { domainAnswers } from './domain-answer.ts'

/** A tenant's first verified domain is the one that its share links are shown with. */
export type ListedDomains = { readonly domains: readonly OwnedDomain[] }

/**
 * The domains of a tenant, or of all when none is named, those added first in front.
 *
 * @throws OperatorError for an unknown alias
 */
export async function listDomains(ctx: Context, alias: string | null): Promise<ListedDomains> {
  const tenant = alias === null ? null : await tenantNamed(ctx, alias)
  const rows = await listDomainClaims(ctx.db)
  const ofTenants = Map.groupBy(rows, (it) => it.tenant_id)
  const wanted = [...ofTenants].filter(([tenantId]) => tenant === null || tenantId === tenant.tenant_id)
  const domains = wanted.flatMap(([tenantId, claims]) =>
    domainAnswers(ctx, claims).map((it) => ({ alias: tenantId, ...it })),
  )
  return { domains: domains.toSorted((a, b) => a.dateCreated - b.dateCreated) }
}
