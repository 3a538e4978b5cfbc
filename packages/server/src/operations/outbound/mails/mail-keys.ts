import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantId } from '@goodword/domain/values/ids'
import { insertMailKey, loadMailKey } from '../../../store/mails/unsubscribes.ts'
import type { Context, Transaction } from '../../foundation/context.ts'

/** The key of a tenant, which is added if it has none. */
export async function takeMailKey(ctx: Context, tx: Transaction): Promise<Buffer> {
  const known = await loadMailKey(tx)
  if (known !== null) return known
  insertMailKey(tx, ctx.clock.now())
  const key = await loadMailKey(tx)
  if (key === null) throw new Error('key for e-mails not found after insert')
  return key
}

/** What is kept of an address that unsubscribed: the same for all spellings of a mailbox. */
export function addressHash(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key)
    .update(`address ${emailKey(address)}`)
    .digest()
}

/** The unsubscribe link of an address: a signed hash of it, so that it works without a login and has no personal data. */
export function unsubscribeLink(ctx: Context, tenantId: TenantId, key: Buffer, address: string): string {
  return linkOf(ctx, tenantId, key, addressHash(key, address))
}

/** The link by which an address is invited no more. */
export function invitationLink(ctx: Context, tenantId: TenantId, key: Buffer, hash: Buffer): string {
  return `${linkOf(ctx, tenantId, key, hash)}?about=invitations`
}

function linkOf(ctx: Context, tenantId: TenantId, key: Buffer, hash: Buffer): string {
  const token = Buffer.concat([hash, signature(key, tenantId, hash)]).toString('base64url')
  return `${ctx.baseUrl}/unsubscribe/${tenantId}/${token}`
}

/** The hash of the address that a token is about; null for a token that is none of ours. */
export function hashOfToken(key: Buffer, tenantId: TenantId, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HASH_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const hash = bytes.subarray(0, HASH_BYTES)
  return timingSafeEqual(bytes.subarray(HASH_BYTES), signature(key, tenantId, hash)) ? hash : null
}

const HASH_BYTES = 32
const SIGNATURE_BYTES = 16

function signature(key: Buffer, tenantId: TenantId, hash: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`token ${tenantId} `)
    .update(hash)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
}
