import { Refusal } from '@goodword/contract/frame/refusal'
import type { Receiver } from '@goodword/contract/webhooks/webhook-receiver'
import { isUuid, type ReceiverId, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { listReceivers, loadReceiver, lockReceiver, type ReceiverRow } from './rows/webhook-receivers.ts'

/** A page of the receivers of a tenant. */
export async function readReceivers(
  ctx: Context,
  tenantId: TenantId,
  page: PageQuestion,
): Promise<Page<Receiver>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listReceivers(tx, {}, tx.now, request), receiverOf),
  )
}

/** @throws Refusal RECEIVER_NOT_FOUND for an unknown ID */
export async function readReceiver(ctx: Context, tenantId: TenantId, id: string): Promise<Receiver> {
  return ctx.readTenant(tenantId, async (tx) => receiverOf(await existingReceiver(tx, id)))
}

/** @throws Refusal RECEIVER_NOT_FOUND for an unknown ID */
export async function existingReceiver(tx: Transaction, id: string): Promise<ReceiverRow> {
  return (isUuid(id) ? await loadReceiver(tx, id as ReceiverId) : null) ?? refuseUnknown()
}

/** Finds a receiver and keeps it as it is until the end of the transaction. */
export async function lockedReceiver(tx: Transaction, id: string): Promise<ReceiverRow> {
  return (isUuid(id) ? await lockReceiver(tx, id as ReceiverId) : null) ?? refuseUnknown()
}

function refuseUnknown(): never {
  const message = 'No webhook receiver has this ID. Use an ID from GET webhooks.'
  throw new Refusal('RECEIVER_NOT_FOUND', message, 'webhookId')
}

export function receiverOf(row: ReceiverRow): Receiver {
  return {
    id: row.id,
    url: row.url,
    // Only names of types were ever stored there.
    types: row.types as Receiver['types'],
    description: row.description,
    enabled: row.disabled_reason === null,
    disabledReason: row.disabled_reason,
    includePersonalData: row.includes_personal_data,
    dateCreated: row.created_at,
    dateSecretRotated: row.rotated_at,
  }
}

/** @throws Refusal RECEIVER_DISABLED: nothing is sent to a disabled receiver */
export function requireEnabled({ disabled_reason: reason }: ReceiverRow): void {
  if (reason === null) return
  const message =
    'The webhook receiver is disabled. Enable it with PUT webhooks/{webhookId}: {"enabled": true}.'
  throw new Refusal('RECEIVER_DISABLED', message)
}
