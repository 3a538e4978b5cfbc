import { isIP } from 'node:net'
import type { ResolveHost } from './name-servers.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** The rules for targets that a tenant names. */
export type TargetRules = {
  readonly mode: 'live' | 'test'
  /** Whether this machine may be a target of test tenants. */
  readonly allowLocal: boolean
}

/** The host of a target is not one that may be called. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
  readonly reason: 'HOST_NOT_FOUND' | 'ADDRESS_NOT_PUBLIC'

  constructor(reason: TargetRefused['reason'], options?: ErrorOptions) {
    super(`the host cannot be called: ${reason}`, options)
    this.reason = reason
  }
}

const MAX_URL = 2000
const SECURE_PORTS: ReadonlySet<string> = new Set(['', '443', '8443'])
const TEST_PORTS: ReadonlySet<string> = new Set([...SECURE_PORTS, '80', '8080'])

/**
 * A URL as it may be stored, or how to complete the sentence "url …". Its host is checked by `admittedAddress`, at every
 * connection again.
 */
export function parseTarget(
  text: string,
  rules: TargetRules,
): { readonly url: URL } | { readonly problem: string } {
  if (!URL.canParse(text)) return { problem: 'must be an absolute URL.' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return {
      problem: 'must not contain a user name or password. Verify the signature of the events instead.',
    }
  }
  if (url.hash !== '') return { problem: 'must not have a fragment.' }
  if (url.href.length > MAX_URL) return { problem: `must have at most ${MAX_URL} characters.` }
  if (rules.mode === 'live' && url.protocol !== 'https:') return { problem: 'must be an https URL.' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: 'must be an https or http URL.' }
  }
  return isLocal(url, rules) ? { url } : withPublicPort(url, rules)
}

function withPublicPort(
  url: URL,
  { mode }: TargetRules,
): { readonly url: URL } | { readonly problem: string } {
  const ports = mode === 'live' ? SECURE_PORTS : TEST_PORTS
  if (ports.has(url.port)) return { url }
  const listed = mode === 'live' ? '443 or 8443' : '80, 443, 8080 or 8443'
  return { problem: `must have the port ${listed}.` }
}

function isLocal({ hostname }: URL, rules: TargetRules): boolean {
  const host = bareHost(hostname)
  return allowsLocal(rules) && (host === 'localhost' || isLoopbackAddress(host))
}

function allowsLocal({ mode, allowLocal }: TargetRules): boolean {
  return mode === 'test' && allowLocal
}

/** The host of a URL, an IPv6 address without its brackets. */
function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/**
 * The one address to connect to. A host with any address that is not admitted is refused as a whole.
 *
 * @throws TargetRefused, also when the name servers do not answer
 */
export async function admittedAddress(
  hostname: string,
  rules: TargetRules,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<string> {
  const addresses = await addressesOf(bareHost(hostname), rules, resolve, signal)
  const isAdmitted = (address: string): boolean =>
    isPublicAddress(address) || (allowsLocal(rules) && isLoopbackAddress(address))
  const [first] = addresses
  if (first === undefined) throw new TargetRefused('HOST_NOT_FOUND')
  if (!addresses.every(isAdmitted)) throw new TargetRefused('ADDRESS_NOT_PUBLIC')
  return first
}

async function addressesOf(
  host: string,
  rules: TargetRules,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  if (host === 'localhost' && allowsLocal(rules)) return ['127.0.0.1']
  try {
    return await resolve(host, signal)
  } catch (cause) {
    throw new TargetRefused('HOST_NOT_FOUND', { cause })
  }
}
