import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { Scope } from '@goodword/domain/staff/scope'
import { rolesAllowed, type StaffOperation, scopesOfRole } from '@goodword/domain/staff/staff-role'
import type { KeyId, MerchantId, Mode, TenantId } from '@goodword/domain/values/ids'
import type { FastifyRequest } from 'fastify'
import type { StaffMember } from '../../staff-member.ts'
import { actingPerson } from './acting-assistant.ts'

/** The caller of an API key: its tenant, its mode, and its scope. */
export type KeyPrincipal = {
  readonly kind: 'key'
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly merchantId: MerchantId
  readonly keyId: KeyId
  /** The key's name in the portal; null if it has no name. */
  readonly name: string | null
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  /** When it stops working; null for never. */
  readonly expiresAt: number | null
}

/** A person of the staff of a tenant’s merchant, by the cookie of their session. */
export type StaffPrincipal = StaffMember & { readonly kind: 'staff' }

export type Principal = KeyPrincipal | StaffPrincipal

/** The person who calls an operation that no API key may call. */
export function staffOf(principal: Principal): StaffPrincipal {
  if (principal.kind === 'staff') return principal
  throw new Error('an API key was admitted to an operation of the merchant')
}

/** The scopes of a caller, which are also those that it can give to keys. */
export function scopesOf(principal: Principal): readonly Scope[] {
  return principal.kind === 'key' ? principal.scopes : scopesOfRole(principal.role)
}

/** The tenant of a call: one program in one mode, with the merchant that owns it. */
export type Tenant = { readonly tenantId: TenantId; readonly mode: Mode; readonly merchantId: MerchantId }

/** The queries about callers that authentication needs. */
export type Callers = {
  /** The principal of a valid key, or null; called once per request. */
  readonly lookup: (apiKey: string) => Promise<KeyPrincipal | null>
  /** The principal of a session at the tenant of an alias, or null; called for requests with a session cookie. */
  readonly findStaff: (request: FastifyRequest, alias: string) => Promise<StaffPrincipal | null>
  /** The name of the cookie that holds a session. */
  readonly sessionCookie: string
  /** Rejects a write with a session that another site's page sent. */
  readonly requireOwnOrigin: (headers: IncomingHttpHeaders) => void
  /** The enabled tenant of an alias, or null. */
  readonly findTenant: (alias: string) => Promise<Tenant | null>
  /** Origins whose pages may call; empty for any. */
  readonly allowedOrigins: (tenantId: TenantId) => Promise<readonly string[]>
  /** Called for each call of a page, also for one that the browser then does not make, with its `Origin`. */
  readonly sawPage?: (tenantId: TenantId, origin: string) => void
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * The principal of a request to the API of the alias, before its scopes are checked. A session counts only without an
 * `Authorization` header.
 *
 * The 401 is the same for a missing, malformed, unknown or revoked key, a key of another tenant or mode, and a session at
 * another merchant, so that it does not reveal which aliases exist.
 *
 * @throws Refusal UNAUTHORIZED, or FORBIDDEN_ORIGIN for a session's write from another site
 */
export async function authenticate(
  request: FastifyRequest,
  alias: string,
  callers: Pick<Callers, 'lookup' | 'findStaff' | 'sessionCookie' | 'requireOwnOrigin'>,
): Promise<Principal> {
  const { headers, method } = request
  const person = actingPerson()
  if (person !== null) return requireTenant({ kind: 'staff', ...person }, alias)
  if (headers.authorization === undefined && hasCookie(headers.cookie, callers.sessionCookie)) {
    if (method !== 'GET' && method !== 'HEAD') callers.requireOwnOrigin(headers)
    return requireTenant(await callers.findStaff(request, alias), alias)
  }
  const apiKey = apiKeyOf(headers.authorization)
  return requireTenant(apiKey === null ? null : await callers.lookup(apiKey), alias)
}

function hasCookie(header: string | undefined, name: string): boolean {
  return (header ?? '').split(';').some((it) => it.trimStart().startsWith(`${name}=`))
}

function requireTenant(principal: Principal | null, alias: string): Principal {
  if (principal === null || principal.tenantId !== alias) {
    throw new Refusal(
      'UNAUTHORIZED',
      'No valid API key for this path. Send the key as the HTTP Basic user name with an empty password, and check that key and path belong to the same program and mode.',
    )
  }
  return principal
}

/** The properties of an endpoint that decide who may call it. */
export type Permission = StaffOperation & {
  readonly belongsTo?: 'merchant'
  readonly needsRecentSignIn?: true
}

/** @throws Refusal KEY_NOT_ALLOWED, INSUFFICIENT_SCOPE or REAUTHENTICATION_REQUIRED */
export function requirePermission(principal: Principal, permission: Permission): void {
  if (principal.kind === 'staff') requireRole(principal, permission)
  else if (permission.belongsTo === 'merchant') throw keyNotAllowed()
  else requireScope(principal, permission.scope)
}

/** A key belongs to one program in one mode, so it has no say in what all programs of the merchant have in common. */
function keyNotAllowed(): Refusal {
  return new Refusal(
    'KEY_NOT_ALLOWED',
    'This belongs to the merchant, so no API key may do it. Sign in to the portal as an owner, or use the operator’s command line.',
  )
}

function requireScope(principal: KeyPrincipal, scope: Scope): void {
  if (principal.scopes.includes(scope)) return
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `The API key lacks the scope "${scope}". Use a key with this scope, or create one in the portal.`,
  )
}

function requireRole({ role, isRecent }: StaffPrincipal, permission: Permission): void {
  const roles = rolesAllowed(permission)
  if (!roles.includes(role)) {
    throw new Refusal(
      'INSUFFICIENT_SCOPE',
      `Your role is ${role}, and this requires the role ${roles.join(' or ')}. Ask an owner of your team.`,
    )
  }
  if (permission.needsRecentSignIn === true && !isRecent) {
    throw new Refusal(
      'REAUTHENTICATION_REQUIRED',
      'This requires a sign-in within the last 15 minutes. Sign in again and repeat the request.',
    )
  }
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
