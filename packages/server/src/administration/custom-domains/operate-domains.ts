import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { listDomainClaims } from '../../frame/rows/domain-claims.ts'
import { asOperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { addTenantDomain } from './add-tenant-domain.ts'
import { checkTenantDomain } from './check-tenant-domain.ts'
import { domainAnswers } from './domain-answer.ts'
import { removeTenantDomain } from './remove-tenant-domain.ts'

/** A domain of a tenant, as the operator's commands show it. */
type OwnedDomain = { readonly alias: TenantId } & CustomDomain

/**
 * Claims a host for the share links of the tenant that an operator names. A repeat changes nothing.
 *
 * @throws OperatorError for an unknown alias, and for a host that cannot be claimed
 */
export async function addDomain(ctx: Context, alias: string, host: string): Promise<OwnedDomain> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  return { alias: tenantId, ...(await asOperatorError(addTenantDomain(ctx, tenantId, { host }))) }
}

const LIMIT_MS = 30_000

/**
 * Looks for the record of a tenant's domain now.
 *
 * @throws OperatorError for an unknown alias, and for a domain that the tenant does not have
 */
export async function checkDomain(ctx: Context, alias: string, host: string): Promise<OwnedDomain> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const checked = checkTenantDomain(ctx, tenantId, host, AbortSignal.timeout(LIMIT_MS))
  return { alias: tenantId, ...(await asOperatorError(checked)) }
}

/** A tenant's first verified domain is the one that its share links are shown with. */
type ListedDomains = { readonly domains: readonly OwnedDomain[] }

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

/**
 * Gives up the claim of a tenant to a host: links that were shared with it lead nowhere within 5 seconds.
 *
 * @throws OperatorError for an unknown alias, and for a domain that the tenant does not have
 */
export async function removeDomain(ctx: Context, alias: string, host: string): Promise<OwnedDomain> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  return { alias: tenantId, ...(await asOperatorError(removeTenantDomain(ctx, tenantId, host))) }
}
