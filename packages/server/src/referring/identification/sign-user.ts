import { createHmac } from 'node:crypto'
import type { TenantId, UserIds } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { loadSigningKeys } from '../../frame/rows/signing-keys.ts'

export type SignedUser = { readonly token: string; readonly expiresAt: number }

/**
 * A token for a user who is known here, as the merchant's server would make it: signed with the newest signing key of the
 * tenant, and without any field but the IDs. It ends soon, because nothing can take it back. Null while there is no key.
 */
export async function signKnownUser(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  lastsMs: number,
): Promise<SignedUser | null> {
  const now = ctx.clock.now()
  const [key] = await loadSigningKeys(ctx.db, tenantId, now)
  if (key === undefined) return null
  const secret = ctx.secretBox.open(key.secret_box, { tenantId, purpose: 'signing-key', recordId: key.id })
  const issuedAt = Math.floor(now / 1000)
  const exp = issuedAt + Math.floor(lastsMs / 1000)
  const message = [
    { alg: 'HS256', typ: 'JWT' },
    { user: { accountId, id: userId }, iat: issuedAt, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = createHmac('sha256', secret).update(message).digest('base64url')
  return { token: `${message}.${signature}`, expiresAt: exp * 1000 }
}
