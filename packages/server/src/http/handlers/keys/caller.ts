import { scopes } from '@goodword/domain/scope'
import type { KeyCaller } from '../../../operations/tenants/key-caller.ts'
import { actorOf, type Principal } from '../../requests/authenticate.ts'

/** Who a request for a change of keys comes from. Roles of staff that may change keys have all scopes. */
export function keyCallerOf(principal: Principal): KeyCaller {
  const actor = actorOf(principal)
  if (principal.kind === 'staff') return { actor, scopes, kind: 'STAFF' }
  return { actor, scopes: principal.scopes, kind: 'API_KEY' }
}
