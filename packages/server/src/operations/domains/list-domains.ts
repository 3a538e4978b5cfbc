import { listCustomDomains } from '../../store/custom-domains.ts'
import type { Database } from '../../store/database.ts'
import { findTenant } from '../../store/directory.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { type CustomDomain, customDomain } from './add-domain.ts'

/** A tenant's first domain is the one that its share links are shown with. */
export type ListedDomains = { readonly domains: readonly CustomDomain[] }

/**
 * The domains of a tenant, or of all when none is named, those added first in front.
 *
 * @throws OperatorError for an unknown alias
 */
export async function listDomains(
  { db }: { readonly db: Database },
  alias: string | null,
): Promise<ListedDomains> {
  if (alias !== null && (await findTenant(db, alias)) === null) {
    throw new OperatorError(`There is no tenant "${alias}".`)
  }
  const rows = await listCustomDomains(db)
  return { domains: rows.filter((it) => alias === null || it.tenant_id === alias).map(customDomain) }
}
