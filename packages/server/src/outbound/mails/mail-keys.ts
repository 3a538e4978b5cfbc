import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { idOfToken, signedToken } from '../../frame/signed-token.ts'

type Linking = Pick<Context, 'secretBox' | 'baseUrl'>

/**
 * The hash of an address that unsubscribed or was invited: the same for all spellings of a mailbox. It depends on the
 * secret key of the service, and stays the same when that is rotated.
 */
export function addressHash(ctx: Linking, tenantId: TenantId, address: string): Buffer {
  const mark = ctx.secretBox.erasedMark(tenantId, 'address of e-mails', [emailKey(address)])
  return Buffer.from(mark, 'base64url')
}

/** The unsubscribe link of an address: a signed hash of it, so that it works without a login and has no personal data. */
export function unsubscribeLink(ctx: Linking, tenantId: TenantId, address: string): string {
  return linkOf(ctx, tenantId, addressHash(ctx, tenantId, address))
}

/** The link by which an address is invited no more. */
export function invitationLink(ctx: Linking, tenantId: TenantId, hash: Buffer): string {
  return `${linkOf(ctx, tenantId, hash)}?about=invitations`
}

function linkOf(ctx: Linking, tenantId: TenantId, hash: Buffer): string {
  return `${ctx.baseUrl}/unsubscribe/${tenantId}/${signedToken(ctx, tenantId, USE, hash)}`
}

/** The hash of the address that a token is about; null for a token that is none of ours. */
export function hashOfToken(ctx: Linking, tenantId: TenantId, token: string): Buffer | null {
  return idOfToken(ctx, tenantId, USE, { token, idBytes: HASH_BYTES })
}

const USE = 'choose e-mails of an address'
const HASH_BYTES = 32
