import type { Context } from '../../frame/context.ts'
import { asOperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import type { OwnedDomain } from './add-domain.ts'
import { removeTenantDomain } from './remove-tenant-domain.ts'

/**
 * Gives up the claim of a tenant to a host: links that were shared with it lead nowhere within 5 seconds.
 *
 * @throws OperatorError for an unknown alias, and for a domain that the tenant does not have
 */
export async function removeDomain(ctx: Context, alias: string, host: string): Promise<OwnedDomain> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  return { alias: tenantId, ...(await asOperatorError(removeTenantDomain(ctx, tenantId, host))) }
}
