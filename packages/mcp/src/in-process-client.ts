import { type Client, type ClientOptions, createClient } from '@goodword/client'

/** How a request reaches the API without a connection. */
export type InProcessFetch = NonNullable<ClientOptions['fetch']>

/**
 * A client for the process that serves the API itself. It repeats nothing: who waits is a request of the same process, and the
 * model is given the time to wait.
 */
export function inProcessClient(baseUrl: string, tenantAlias: string, fetch: InProcessFetch): Client {
  return createClient({ baseUrl, tenantAlias, session: true, fetch, retries: 0 })
}
