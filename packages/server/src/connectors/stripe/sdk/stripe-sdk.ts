import type { Agent } from 'node:http'
import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const require = createRequire(import.meta.url)

/** The shapes of responses are those of this version, whatever the account's own is. */
export const API_VERSION = '2026-10-28.endive'

export type SdkOptions = {
  readonly apiKey: string
  /** Null for Stripe itself. */
  readonly localPort: string | null
  readonly timeoutMs: number
  readonly agent: () => Agent
}

/** Stripe's SDK. It is loaded at its first use: a service without a connection to Stripe does not need it. */
export function openSdk({ apiKey, localPort, timeoutMs, agent }: SdkOptions): Stripe {
  const Sdk: typeof Stripe = require('stripe')
  return new Sdk(apiKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Goodword' },
    httpClient: sendingOnce(Sdk, agent),
    ...(localPort === null ? {} : { host: '127.0.0.1', port: localPort, protocol: 'http' }),
  })
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/**
 * Sends each request once. The SDK sends a second one after a closed connection, which it knows by the error's code, however
 * many retries it is given: the deadline and the count of calls would not know of it.
 */
function sendingOnce(Sdk: typeof Stripe, agent: () => Agent): HttpClient {
  const clientName = Sdk.createNodeHttpClient().getClientName()
  return {
    getClientName: () => clientName,
    makeRequest: async (...request) => {
      try {
        return await Sdk.createNodeHttpClient(agent()).makeRequest(...request)
      } catch (error) {
        throw isClosed(error) ? new Error('The connection was closed.') : error
      }
    },
  }
}

function isClosed(error: unknown): boolean {
  const code = error instanceof Error ? Reflect.get(error, 'code') : null
  return code === 'ECONNRESET' || code === 'EPIPE'
}
