import type { MerchantId, TenantId } from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { findMerchantId } from '../rows/memberships.ts'

/** Changes the team of a tenant's merchant in one transaction, which may add entries to the tenant's audit log. */
export function changeTeam<T>(
  ctx: Context,
  tenantId: TenantId,
  change: (tx: DirectoryTx, merchantId: MerchantId) => Promise<T>,
): Promise<T> {
  return inDirectory(ctx.db, async (tx) => {
    const merchantId = await findMerchantId(tx, tenantId)
    if (merchantId === null) throw new Error(`the tenant ${tenantId} has no merchant`)
    await tx.serveTenant(tenantId)
    return change(tx, merchantId)
  })
}
