import type { KeyCaller } from '../../../operations/administration/keys/key-caller.ts'
import { type Principal, scopesOf } from '../../requests/authenticate.ts'

/** What the caller of a request can give to keys: what they have, and for no longer than they have it. */
export function keyCallerOf(principal: Principal): KeyCaller {
  const scopes = scopesOf(principal)
  return principal.kind === 'key'
    ? { scopes, expiresAt: principal.expiresAt, kind: 'API_KEY' }
    : { scopes, expiresAt: null, kind: 'STAFF' }
}
