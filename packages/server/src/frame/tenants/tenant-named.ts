import type { Context } from '../context.ts'
import { findTenantOfAnyState, type TenantRow } from '../rows/directory.ts'
import { OperatorError } from './operator-error.ts'

/**
 * The tenant that an operator means, disabled or not.
 *
 * @throws OperatorError for an unknown alias
 */
export async function tenantNamed({ db }: Context, alias: string): Promise<TenantRow> {
  const tenant = await findTenantOfAnyState(db, alias)
  if (tenant === null) throw new OperatorError(`There is no tenant "${alias}".`)
  return tenant
}
