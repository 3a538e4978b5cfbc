import { createHmac, randomBytes } from 'node:crypto'
import type { ReceiverId, TenantId } from '@goodword/domain/values/ids'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import type { Context } from '../../frame/context.ts'
import type { ReceiverRow } from './rows/webhook-receivers.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret, as Standard Webhooks writes it. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export function sealSecret(
  { secretBox }: Context,
  tenantId: TenantId,
  id: ReceiverId,
  secret: string,
): Buffer {
  return secretBox.seal(secret, secretContext(tenantId, id))
}

/** Null if the box was encrypted with another secret key. */
export function openSecret(
  { secretBox }: Context,
  tenantId: TenantId,
  id: ReceiverId,
  box: Uint8Array,
): string | null {
  return openOrNull(secretBox, box, secretContext(tenantId, id))
}

function secretContext(tenantId: TenantId, recordId: ReceiverId) {
  return { tenantId, purpose: 'webhook-secret', recordId } as const
}

/** The secrets that sign at a time, the newest first; the previous one only until its time. */
export function liveSecrets(
  ctx: Context,
  tenantId: TenantId,
  { id, secret_box, previous_secret_box, previous_secret_until }: ReceiverRow,
  now: number,
): readonly string[] {
  const isPreviousLive = previous_secret_until !== null && now < previous_secret_until
  const boxes = [secret_box, isPreviousLive ? previous_secret_box : null]
  return boxes.flatMap((box) => (box === null ? [] : (openSecret(ctx, tenantId, id, box) ?? [])))
}

export type SignedMessage = {
  readonly id: string
  /** Milliseconds of the machine's clock. */
  readonly now: number
  readonly body: string
}

/** The headers that sign a message by Standard Webhooks, with one signature for each secret. */
export function signatureHeaders(
  { id, now, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
