import type { Context } from '../../frame/context.ts'
import { asOperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import type { OwnedDomain } from './add-domain.ts'
import { checkTenantDomain } from './check-tenant-domain.ts'

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
