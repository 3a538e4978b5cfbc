import type braintree from 'braintree'
import { braintreeSdk } from './sdk/braintree-sdk.ts'

const localHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The gateway of an environment; null if there is none of this name, or if it is on this machine and must not be. The SDK's
 * `Development` is never used: its host and port come from environment variables.
 */
export function gatewayEnvironment(name: string, allowLocalTargets: boolean): braintree.Environment | null {
  if (name === 'production') return braintreeSdk().Environment.Production
  if (name === 'sandbox') return braintreeSdk().Environment.Sandbox
  const port = allowLocalTargets ? localPort(name) : null
  if (port === null) return null
  const host = new URL(name).hostname.replace(/^\[|\]$/g, '')
  return new (braintreeSdk().Environment)(host, port, name, false, host, port)
}

/** The port of an address such as `http://127.0.0.1:3001`, without path or user; null for everything else. */
function localPort(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port, origin } = new URL(address)
  const isLocal = protocol === 'http:' && localHosts.has(hostname) && port !== ''
  return isLocal && (address === origin || address === `${origin}/`) ? port : null
}
