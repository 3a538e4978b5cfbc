import { Refusal } from '@goodword/contract/refusal'
import type { KeyId, Mode, TenantId } from '@goodword/domain/ids'
import type { Scope } from '@goodword/domain/scope'

/** The caller of an API key: its tenant, its mode, and its scope. */
export type Principal = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly keyId: KeyId
  readonly scopes: readonly Scope[]
}

/** The tenant of a call: one program in one mode. */
export type Tenant = { readonly tenantId: TenantId; readonly mode: Mode }

/** The queries about callers that authentication needs. */
export type Callers = {
  /** The principal of a valid key, or null; called once per request. */
  readonly lookup: (apiKey: string) => Promise<Principal | null>
  /** The enabled tenant of an alias, or null. */
  readonly findTenant: (alias: string) => Promise<Tenant | null>
  /** Origins whose pages may call; empty for any. */
  readonly allowedOrigins: (tenantId: TenantId) => Promise<readonly string[]>
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * The principal of a request to the API of the alias, before its scopes are checked.
 *
 * The 401 is the same for a missing, malformed, unknown or revoked key and a key of another tenant or mode, so
 * that it does not reveal which aliases exist.
 *
 * @throws Refusal UNAUTHORIZED
 */
export async function authenticate(
  authorization: string | undefined,
  alias: string,
  lookup: Callers['lookup'],
): Promise<Principal> {
  const apiKey = apiKeyOf(authorization)
  const principal = apiKey === null ? null : await lookup(apiKey)
  if (principal === null || principal.tenantId !== alias) {
    throw new Refusal(
      'UNAUTHORIZED',
      'No valid API key for this path. Send the key as the HTTP Basic user name with an empty password, and check that key and path belong to the same program and mode.',
    )
  }
  return principal
}

/** @throws Refusal INSUFFICIENT_SCOPE */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.includes(scope)) return
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `The API key lacks the scope "${scope}". Use a key with this scope, or create one in the portal.`,
  )
}

/**
 * The API key of an `Authorization` header: the password when one is given, otherwise the user name. Clients send
 * `key:`, `:key`, `key:key` and `anything:key`.
 */
export function apiKeyOf(authorization: string | undefined): string | null {
  const encoded = BASIC.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = credentials.indexOf(':')
  if (colon === -1) return null
  const apiKey = credentials.slice(colon + 1) || credentials.slice(0, colon)
  return apiKey === '' ? null : apiKey
}
