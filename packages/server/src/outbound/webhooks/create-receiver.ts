import { Refusal } from '@goodword/contract/frame/refusal'
import {
  MAX_RECEIVERS,
  type NewReceiver,
  type ReceiverWithSecret,
} from '@goodword/contract/webhooks/webhook-receiver'
import type { ReceiverId, TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { receiverOf } from './read-receivers.ts'
import { newSecret, sealSecret } from './receiver-secrets.ts'
import { checkedUrl } from './receiver-url.ts'
import { allReceivers, insertReceiver, type ReceiverRow } from './rows/webhook-receivers.ts'

/**
 * Adds a receiver and returns its signing secret, which is not readable afterwards.
 *
 * @throws Refusal VALIDATION_FAILED, RECEIVER_URL_TAKEN or TOO_MANY_RECEIVERS
 */
export async function createReceiver(
  ctx: Context,
  tenantId: TenantId,
  request: NewReceiver,
): Promise<ReceiverWithSecret> {
  const url = await checkedUrl(ctx, tenantId, request.url)
  const secret = newSecret()
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const present = await allReceivers(tx)
    refuseTakenUrl(present, url)
    if (present.length >= MAX_RECEIVERS) {
      const message = `The program has ${MAX_RECEIVERS} webhook receivers. Delete one that is not needed any more.`
      throw new Refusal('TOO_MANY_RECEIVERS', message)
    }
    const id = tx.newId<ReceiverId>()
    const receiver: ReceiverRow = {
      id,
      url,
      types: [...new Set(request.types)],
      description: request.description || null,
      includes_personal_data: request.includePersonalData ?? false,
      disabled_reason: request.enabled === false ? 'MANUAL' : null,
      secret_box: sealSecret(ctx, tenantId, id, secret),
      previous_secret_box: null,
      previous_secret_until: null,
      rotated_at: null,
      failing_since: null,
      created_at: tx.now,
    }
    insertReceiver(tx, receiver)
    writeAuditEntry(tx, auditEntry(ctx, 'webhook.create', { webhookId: id }))
    return { ...receiverOf(receiver), secret }
  })
}

/** @throws Refusal RECEIVER_URL_TAKEN when one of the receivers has the URL */
export function refuseTakenUrl(receivers: readonly Pick<ReceiverRow, 'id' | 'url'>[], url: string): void {
  const other = receivers.find((it) => it.url === url)
  if (other === undefined) return
  const message = `The webhook receiver ${other.id} has this URL. Change that one, or delete it first.`
  throw new Refusal('RECEIVER_URL_TAKEN', message, 'url')
}
