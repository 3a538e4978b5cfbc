import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { openBraintree } from './braintree/open-braintree.ts'
import type { ProcessorClient, ProcessorCredentials, ProcessorName } from './connector.ts'

export type ProcessorClientOptions = {
  /** Whether a gateway on this machine may be called: the setting `ALLOW_LOCAL_TARGETS`. */
  readonly allowLocalTargets: boolean
}

type Open = (credentials: ProcessorCredentials, options: ProcessorClientOptions) => ProcessorClient

const connectors: Readonly<Record<ProcessorName, Open>> = { braintree: openBraintree }

/** One that is dropped is opened again when it is needed, with a circuit breaker that knows of no failures. */
const MAX_CLIENTS = 1000

/**
 * The clients of all connections of a process. Credentials that are the same share a client, and with it the connections that
 * are kept open, the rate limit and the circuit breaker.
 */
export class ProcessorClients {
  readonly #options: ProcessorClientOptions
  readonly #clients = new LRUCache<string, ProcessorClient>({ max: MAX_CLIENTS })

  constructor(options: ProcessorClientOptions) {
    this.#options = options
  }

  /**
   * Makes no request yet.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right, or their environment is not allowed
   */
  open(credentials: ProcessorCredentials): ProcessorClient {
    const key = keyOf(credentials)
    const client = this.#clients.get(key) ?? connectors[credentials.processor](credentials, this.#options)
    this.#clients.set(key, client)
    return client
  }
}

/** A digest, so that no private key is kept as a key of a map. */
function keyOf(it: ProcessorCredentials): string {
  const parts = [it.processor, it.environment, it.merchantId, it.publicKey, it.privateKey]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
