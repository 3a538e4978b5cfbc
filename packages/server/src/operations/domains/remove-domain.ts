import { findCustomDomain } from '../../store/directory/custom-domains.ts'
import type { Context } from '../context.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { type OwnedDomain, ownedDomain } from './add-domain.ts'
import { removeTenantDomain } from './remove-tenant-domain.ts'

/**
 * Takes a host away from whichever tenant has it, within 5 seconds: links that were shared with it lead nowhere from then on.
 *
 * @throws OperatorError when no tenant has it
 */
export async function removeDomain(ctx: Context, host: string): Promise<OwnedDomain> {
  const row = await findCustomDomain(ctx.db, host)
  if (row === null) {
    throw new OperatorError(`No tenant has the custom domain "${host}". Run "domain list" to see all.`)
  }
  await removeTenantDomain(ctx, row.tenant_id, host)
  return ownedDomain(row)
}
