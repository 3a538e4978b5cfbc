import type { Database } from '../../store/database.ts'
import { findTenant, type TenantRow } from '../../store/directory.ts'
import { OperatorError } from './operator-error.ts'

/**
 * The tenant that an operator means.
 *
 * @throws OperatorError for an unknown alias
 */
export async function tenantNamed(db: Database, alias: string): Promise<TenantRow> {
  const tenant = await findTenant(db, alias)
  if (tenant === null) throw new OperatorError(`There is no tenant "${alias}".`)
  return tenant
}
