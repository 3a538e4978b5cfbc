import { createHmac } from 'node:crypto'
import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantId } from '@goodword/domain/values/ids'
import { insertMailKey, loadMailKey } from '../../../store/mails/unsubscribes.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { idOfToken, signedToken } from '../../foundation/signed-token.ts'

/** The key of a tenant by which addresses are hashed; it is added if the tenant has none. */
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
  return linkOf(ctx, tenantId, addressHash(key, address))
}

/** The link by which an address is invited no more. */
export function invitationLink(ctx: Context, tenantId: TenantId, hash: Buffer): string {
  return `${linkOf(ctx, tenantId, hash)}?about=invitations`
}

function linkOf(ctx: Context, tenantId: TenantId, hash: Buffer): string {
  return `${ctx.baseUrl}/unsubscribe/${tenantId}/${signedToken(ctx, tenantId, USE, hash)}`
}

/** The hash of the address that a token is about; null for a token that is none of ours. */
export function hashOfToken(ctx: Context, tenantId: TenantId, token: string): Buffer | null {
  return idOfToken(ctx, tenantId, USE, { token, idBytes: HASH_BYTES })
}

const USE = 'choose e-mails of an address'
const HASH_BYTES = 32
