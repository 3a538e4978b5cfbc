import type { Receiver } from '@goodword/contract/webhook-receiver'
import type { TenantId } from '@goodword/domain/values/ids'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { deleteReceiver } from '../../../store/outward/webhook-receivers.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context } from '../../foundation/context.ts'
import { lockedReceiver, receiverOf } from './read-receivers.ts'

/** Deletes a receiver with its secrets. Its deliveries are deleted when they are 30 days old. Throws a Refusal RECEIVER_NOT_FOUND. */
export async function removeReceiver(ctx: Context, tenantId: TenantId, webhookId: string): Promise<Receiver> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const receiver = await lockedReceiver(tx, webhookId)
    deleteReceiver(tx, receiver.id)
    writeAuditEntry(tx, auditEntry(ctx, 'webhook.remove', { webhookId: receiver.id }))
    return receiverOf(receiver)
  })
}
