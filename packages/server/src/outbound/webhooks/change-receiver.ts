import { isDeepStrictEqual } from 'node:util'
import type { Receiver, ReceiverChange } from '@goodword/contract/webhooks/webhook-receiver'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import { differences } from '../../frame/audit/differences.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { refuseTakenUrl } from './create-receiver.ts'
import { lockedReceiver, receiverOf } from './read-receivers.ts'
import { checkedUrl } from './receiver-url.ts'
import { allReceivers, type ReceiverRow, updateReceiver } from './rows/webhook-receivers.ts'

/**
 * Changes the fields of a receiver that are given. Enabling it sends pending deliveries.
 *
 * @throws Refusal VALIDATION_FAILED, RECEIVER_NOT_FOUND or RECEIVER_URL_TAKEN
 */
export async function changeReceiver(
  ctx: Context,
  tenantId: TenantId,
  webhookId: string,
  change: ReceiverChange,
): Promise<Receiver> {
  const url = change.url === undefined ? undefined : await checkedUrl(ctx, tenantId, change.url)
  return ctx.writeTenant(tenantId, async (tx) => {
    // As creation does: two receivers may be changed to the same URL at a time.
    await lockProgram(tx)
    const present = await lockedReceiver(tx, webhookId)
    const { id } = present
    if (url !== undefined) {
      const receivers = await allReceivers(tx)
      refuseTakenUrl(
        receivers.filter((it) => it.id !== id),
        url,
      )
    }
    const changed: ReceiverRow = {
      ...present,
      ...stateAfter(present, change.enabled),
      url: url ?? present.url,
      types: change.types === undefined ? present.types : [...new Set(change.types)],
      description: change.description === undefined ? present.description : change.description || null,
      includes_personal_data: change.includePersonalData ?? present.includes_personal_data,
    }
    // A repeat of the request.
    if (isDeepStrictEqual(changed, present)) return receiverOf(present)
    updateReceiver(tx, changed)
    if (changed.disabled_reason === null) enqueueJob(tx, { kind: 'DELIVER_EVENTS', subject: id })
    const details = { webhookId: id, changed: differences(noted(present), noted(changed)) }
    writeAuditEntry(tx, auditEntry(ctx, 'webhook.change', details))
    return receiverOf(changed)
  })
}

function stateAfter(
  { disabled_reason, failing_since }: ReceiverRow,
  enabled: boolean | undefined,
): Pick<ReceiverRow, 'disabled_reason' | 'failing_since'> {
  if (enabled === true && disabled_reason !== null) return { disabled_reason: null, failing_since: null }
  if (enabled === false && disabled_reason === null) return { disabled_reason: 'MANUAL', failing_since }
  return { disabled_reason, failing_since }
}

/** A receiver in the audit log, without secrets, and without the query of its URL, which may have some. */
function noted(receiver: ReceiverRow) {
  const { url, enabled, types, description, includePersonalData } = receiverOf(receiver)
  return { url: url.split('?')[0], enabled, types, description, includePersonalData }
}
