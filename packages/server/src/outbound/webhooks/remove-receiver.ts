import type { Receiver } from '@goodword/contract/webhooks/webhook-receiver'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockedReceiver, receiverOf } from './read-receivers.ts'
import { deleteReceiver } from './rows/webhook-receivers.ts'

/** Deletes a receiver with its secrets. Its deliveries are deleted when they are 30 days old. @throws Refusal RECEIVER_NOT_FOUND */
export async function removeReceiver(ctx: Context, tenantId: TenantId, webhookId: string): Promise<Receiver> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const receiver = await lockedReceiver(tx, webhookId)
    deleteReceiver(tx, receiver.id)
    writeAuditEntry(tx, auditEntry(ctx, 'webhook.remove', { webhookId: receiver.id }))
    return receiverOf(receiver)
  })
}
