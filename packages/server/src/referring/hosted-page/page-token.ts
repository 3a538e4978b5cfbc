import { createHash, randomBytes } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'

/** The hash of a token: all that the database has of links and sessions. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The token of a link. It follows from the secret key, so that an e-mail that is sent twice has the same one, and it is
 * stored nowhere.
 */
export function tokenOfLink({ secretBox }: Context, tenantId: TenantId, linkId: string): string {
  return secretBox.erasedMark(tenantId, 'token of a link to the page', [linkId])
}

/** 32 bytes in base64url, as tokens of links and of sessions are written. */
export const PAGE_TOKEN = /^[A-Za-z0-9_-]{43}$/

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The keyed hash by which a session recognizes the address that was proved. */
export function addressMark({ secretBox }: Context, tenantId: TenantId, address: string): string {
  return secretBox.erasedMark(tenantId, 'address of a page session', [address])
}
