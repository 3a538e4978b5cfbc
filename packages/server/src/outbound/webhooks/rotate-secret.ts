import type { ReceiverWithSecret } from '@goodword/contract/webhooks/webhook-receiver'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockedReceiver, receiverOf } from './read-receivers.ts'
import { newSecret, openSecret, sealSecret } from './receiver-secrets.ts'
import { type ReceiverRow, updateReceiver } from './rows/webhook-receivers.ts'

/** The time for which both secrets sign. */
export const OVERLAP_MS = 24 * 3_600_000
/** A repeat within this time is a retry: another new secret would end the one that the receiver still verifies with. */
export const REPEAT_MS = 5 * 60_000

/** Gives a receiver a new secret and answers it; the previous one signs as well for a day. @throws Refusal RECEIVER_NOT_FOUND */
export async function rotateSecret(
  ctx: Context,
  tenantId: TenantId,
  webhookId: string,
): Promise<ReceiverWithSecret> {
  const now = ctx.clock.now()
  return ctx.writeTenant(tenantId, async (tx) => {
    const present = await lockedReceiver(tx, webhookId)
    const { id, rotated_at: rotatedAt } = present
    if (rotatedAt !== null && now - rotatedAt < REPEAT_MS) {
      const secret = openSecret(ctx, tenantId, id, present.secret_box)
      if (secret !== null) return { ...receiverOf(present), secret }
    }
    const secret = newSecret()
    const rotated: ReceiverRow = {
      ...present,
      secret_box: sealSecret(ctx, tenantId, id, secret),
      previous_secret_box: present.secret_box,
      previous_secret_until: now + OVERLAP_MS,
      rotated_at: now,
    }
    updateReceiver(tx, rotated)
    writeAuditEntry(tx, auditEntry(ctx, 'webhook.rotate', { webhookId: id }))
    return { ...receiverOf(rotated), secret }
  })
}
