import type braintree from 'braintree'
import { localPort } from '../local-port.ts'
import { braintreeSdk } from './sdk/braintree-sdk.ts'

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
