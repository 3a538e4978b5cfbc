import { ApiError, type Client, createClient } from '@goodword/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createGoodwordServer } from './create-server.ts'
import { openGuides } from './docs/guides.ts'
import { pendingWritesInMemory } from './pending-writes.ts'
import type { Right } from './tool.ts'

/** An error that ends a start: its message has the fix, its exit code the kind. */
export class StartFailure extends Error {
  readonly exitCode: 1 | 2 | 69
  constructor(message: string, exitCode: 1 | 2 | 69) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The address of the service, the program, and the key to call it with. */
export type Connection = { readonly url: string; readonly tenantAlias: string; readonly apiKey: string }

/**
 * The connection that environment variables describe: the key belongs there and not into arguments, which other users of the
 * machine can read.
 *
 * @throws StartFailure for a variable that is missing
 */
export function connectionFrom(env: Readonly<Record<string, string | undefined>>): Connection {
  const read = (name: string, example: string) => {
    const value = env[name]?.trim() ?? ''
    if (value === '') throw new StartFailure(`Set ${name}, such as ${example}.`, 2)
    return value
  }
  return {
    url: read('GOODWORD_URL', 'https://goodword.example.com'),
    tenantAlias: read('GOODWORD_TENANT', 'test_acme'),
    apiKey: read('GOODWORD_API_KEY', 'a key that begins with gw_test_'),
  }
}

/**
 * Serves the tools to the program that started this one, over standard input and output, until its input ends. Nothing else may
 * be written to standard output.
 *
 * @throws StartFailure before it serves, if the connection cannot be right, the key is refused, or the service is not reached
 */
export async function serveOverStdio(connection: Connection, report: (line: string) => void): Promise<void> {
  const client = clientOf(connection)
  const rights = await rightsOf(client, connection)
  const assistant = {
    tenantAlias: connection.tenantAlias,
    client,
    // Keys are not asked to sign in again.
    confirmedClient: client,
    rights,
    writes: pendingWritesInMemory(),
    guides: openGuides(),
    report: (error: unknown) => report(`goodword-mcp: ${String(error)}`),
  }
  serveStdio(() => createGoodwordServer(assistant), { onerror: assistant.report })
}

/** The options of the client by the variables that they come from. */
const variables = { baseUrl: 'GOODWORD_URL', tenantAlias: 'GOODWORD_TENANT', apiKey: 'GOODWORD_API_KEY' }

function clientOf({ url, tenantAlias, apiKey }: Connection): Client {
  try {
    return createClient({ baseUrl: url, tenantAlias, apiKey })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StartFailure(
      Object.entries(variables).reduce((text, names) => text.replace(...names), error.message),
      2,
    )
  }
}

/**
 * The rights of the key beside reading. Scopes are checked before the body, so that an empty decision shows whether the key
 * may decide, and changes nothing.
 */
async function rightsOf(client: Client, { url, tenantAlias }: Connection): Promise<readonly Right[]> {
  const may = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'VALIDATION_FAILED') return true
      if (error.code === 'INSUFFICIENT_SCOPE') return false
      if (error.code === 'UNAUTHORIZED')
        throw new StartFailure(`The service at ${url} does not accept the key for ${tenantAlias}.`, 1)
      throw new StartFailure(`The service at ${url} was not reached: ${error.message}`, 69)
    }
  }
  const mayWrite = await may(() => client.moderateReferrals({ body: { actions: [] }, retries: 1 }))
  const mayReadDeliveries = await may(() => client.listWebhooks({ query: { limit: 1 }, retries: 1 }))
  return [
    ...(mayWrite ? (['decide', 'give'] as const) : []),
    ...(mayReadDeliveries ? (['deliveries'] as const) : []),
  ]
}
