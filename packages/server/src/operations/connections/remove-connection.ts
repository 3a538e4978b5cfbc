import type { RemovedConnection } from '@goodword/contract/connection'
import type { TenantId } from '@goodword/domain/ids'
import { writeAuditEntry } from '../../store/directory/audit-entries.ts'
import { deleteConnection } from '../../store/processor/connections.ts'
import { countLiveDiscounts } from '../../store/processor/live-discounts.ts'
import type { Context } from '../context.ts'
import { auditEntry } from '../tenants/audit.ts'
import { notConnected } from './connection-reading.ts'

/**
 * Deletes the keys. Discounts at the processor stay as they are, and are no longer changed.
 *
 * Throws a Refusal PROCESSOR_NOT_CONNECTED without a connection.
 */
export async function removeConnection(ctx: Context, tenantId: TenantId): Promise<RemovedConnection> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const removed = await deleteConnection(tx)
    if (removed === null) throw notConnected()
    const { processor, merchant_id: merchantId } = removed
    const answer = { processor, merchantId, discountsLeft: await countLiveDiscounts(tx) }
    writeAuditEntry(tx, auditEntry(ctx, 'connection.remove', answer))
    return answer
  })
}
