import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { braintreeConnector } from './braintree/open-braintree.ts'
import type { Connector, ConnectorOptions, ProcessorClient, ProcessorCredentials } from './connector.ts'
import { manualConnector } from './manual/open-manual.ts'
import { stripeConnector } from './stripe/open-stripe.ts'

/** Every connector by the name that its connections have in the database and in the API, whose list has the same names. */
export const connectors = {
  braintree: braintreeConnector,
  stripe: stripeConnector,
  manual: manualConnector,
} as const satisfies Record<string, Connector>

export type ProcessorName = keyof typeof connectors

/** The name as it is stored of a connection. */
export function processorNamed(name: string): ProcessorName {
  if (!Object.hasOwn(connectors, name)) throw new Error(`no connector has the name ${name}`)
  // The name is a key of the table.
  return name as ProcessorName
}

export function connectorOf({ processor }: { readonly processor: string }): Connector {
  return connectors[processorNamed(processor)]
}

/** A client that is dropped is opened again when it is needed, with a circuit breaker that knows of no failures. */
const MAX_CLIENTS = 1000

/**
 * The clients of all connections of a process. Credentials that are the same share a client, and with it the connections that
 * are kept open, the rate limit and the circuit breaker.
 */
export class ProcessorClients {
  readonly #options: ConnectorOptions
  readonly #clients = new LRUCache<string, ProcessorClient>({ max: MAX_CLIENTS })

  constructor(options: ConnectorOptions) {
    this.#options = options
  }

  /**
   * Makes no request yet.
   *
   * @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right, or their environment is not allowed
   */
  open(credentials: ProcessorCredentials): ProcessorClient {
    const key = keyOf(credentials)
    const client = this.#clients.get(key) ?? connectorOf(credentials).open(credentials, this.#options)
    this.#clients.set(key, client)
    return client
  }
}

/** A digest, so that no private key is kept as a key of a map. */
function keyOf(credentials: ProcessorCredentials): string {
  return createHash('sha256').update(documentOf(credentials)).digest('base64')
}

/** The credentials as text: the same for the same, in whichever order their fields are. */
export function documentOf(credentials: ProcessorCredentials): string {
  return JSON.stringify(Object.entries(credentials).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export function credentialsOf(document: string): ProcessorCredentials {
  // Only documents of credentials were ever stored.
  return Object.fromEntries(JSON.parse(document)) as ProcessorCredentials
}
