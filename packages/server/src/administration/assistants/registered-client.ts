import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../engine/secrets/secret-box.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** A program that asks for access in the place of a person. All of it is what the program says of itself. */
export type AssistantClient = {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

export const MAX_REDIRECT_URIS = 10
const MAX_NAME = 80
const MAX_ID = 4096
const PREFIX = 'gwc_'

/**
 * Registers a client without storing it: its ID holds its data, with a signature. So anybody may register, as clients of the
 * protocol do at each new service, and nothing grows. Null for redirect addresses that no code may be sent to.
 */
export function registerClient(
  secretBox: SecretBox,
  said: { readonly name: string; readonly redirectUris: readonly string[] },
): AssistantClient | null {
  const { redirectUris } = said
  if (redirectUris.length === 0 || redirectUris.length > MAX_REDIRECT_URIS) return null
  if (!redirectUris.every(isRedirectUri)) return null
  const name = shownName(said.name)
  const payload = Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url')
  const id = `${PREFIX}${payload}.${signature(secretBox.staffSecrets()[0], payload)}`
  return id.length > MAX_ID ? null : { id, name, redirectUris }
}

/** The client of an ID that this service signed with any of its secret keys; null for another ID. */
export function readRegisteredClient(secretBox: SecretBox, id: string): AssistantClient | null {
  if (!id.startsWith(PREFIX) || id.length > MAX_ID) return null
  const [payload = '', given = '', ...rest] = id.slice(PREFIX.length).split('.')
  const isOurs = secretBox.staffSecrets().some((secret) => equal(given, signature(secret, payload)))
  if (rest.length > 0 || !isOurs) return null
  // The signature shows that it was written above.
  const [name, ...redirectUris] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    string,
    ...string[],
  ]
  return { id, name, redirectUris }
}

/** The name of a client for a person: without invisible characters, and not long. */
export function shownName(said: string): string {
  const name = said.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return name === '' ? 'An assistant without a name' : Array.from(name).slice(0, MAX_NAME).join('')
}

function signature(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`goodword assistant client ${payload}`).digest('base64url')
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
