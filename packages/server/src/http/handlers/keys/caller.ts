import { scopes } from '@goodword/domain/scope'
import type { KeyCaller } from '../../../operations/tenants/key-caller.ts'
import type { Principal } from '../../requests/authenticate.ts'

/** Who a request for a change of keys comes from. Roles of staff that may change keys have all scopes. */
export function keyCallerOf(principal: Principal): KeyCaller {
  if (principal.kind === 'staff') return { scopes, kind: 'STAFF' }
  return { scopes: principal.scopes, kind: 'API_KEY' }
}
