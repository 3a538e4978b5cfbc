import { timingSafeEqual } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import type { SecretBox } from '../engine/secrets/secret-box.ts'

/** The action that a link permits. */
type Use = 'choose e-mails of an address' | 'write about a held referral'

type Signing = { readonly secretBox: Pick<SecretBox, 'erasedMark'> }

const SIGNATURE_BYTES = 16

/**
 * The last part of a link that needs no login: an ID with a signature by the secret key of the service, so that a copy of
 * the database is not enough to make one. It is valid after a rotation of that key as well.
 */
export function signedToken(ctx: Signing, tenantId: TenantId, use: Use, id: Buffer): string {
  return Buffer.concat([id, signature(ctx, tenantId, use, id)]).toString('base64url')
}

/** The ID of so many bytes in a token; null for a token that was not made for this use. */
export function idOfToken(
  ctx: Signing,
  tenantId: TenantId,
  use: Use,
  { token, idBytes }: { readonly token: string; readonly idBytes: number },
): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  return timingSafeEqual(bytes.subarray(idBytes), signature(ctx, tenantId, use, id)) ? id : null
}

function signature({ secretBox }: Signing, tenantId: TenantId, use: Use, id: Buffer): Buffer {
  const mark = secretBox.erasedMark(tenantId, `token to ${use}`, [id.toString('hex')])
  return Buffer.from(mark, 'base64url').subarray(0, SIGNATURE_BYTES)
}
