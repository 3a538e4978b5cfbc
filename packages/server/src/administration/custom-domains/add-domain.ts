import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { asOperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { addTenantDomain } from './add-tenant-domain.ts'

/** A domain of a tenant, as the operator's commands show it. */
export type OwnedDomain = { readonly alias: TenantId } & CustomDomain

/**
 * Claims a host for the share links of the tenant that an operator names. A repeat changes nothing.
 *
 * @throws OperatorError for an unknown alias, and for a host that cannot be claimed
 */
export async function addDomain(ctx: Context, alias: string, host: string): Promise<OwnedDomain> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  return { alias: tenantId, ...(await asOperatorError(addTenantDomain(ctx, tenantId, { host }))) }
}
