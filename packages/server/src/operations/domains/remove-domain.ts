import { deleteCustomDomain } from '../../store/directory/custom-domains.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from '../tenants/audit.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { type CustomDomain, customDomain } from './add-domain.ts'

/**
 * Takes a host away from its tenant, within 5 seconds: links that were shared with it lead nowhere from then on.
 *
 * @throws OperatorError when no tenant has it
 */
export async function removeDomain(ctx: Context, host: string): Promise<CustomDomain> {
  const removed = await inDirectory(ctx.db, async (tx) => {
    const row = await deleteCustomDomain(tx, host)
    if (row !== null) await audit(tx, ctx, row.tenant_id, 'domain.remove', { host })
    return row
  })
  if (removed !== null) return customDomain(removed)
  throw new OperatorError(`No tenant has the custom domain "${host}". Run "domain list" to see all.`)
}
