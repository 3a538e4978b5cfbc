import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import type { Database } from '../../engine/driver/database.ts'
import { createLogger } from '../../engine/logging/logger.ts'
import { createServiceApp } from '../../routes/service-app.ts'
import { testContext } from '../test-context.ts'

/** Every route that the service has, with parameters as `:name`; the database is not used. */
export async function routesOfService(
  database: Database,
): Promise<readonly { readonly method: string; readonly url: string }[]> {
  const app = createServiceApp(testContext(database, { now: () => Date.now() }), {
    logger: createLogger('silent'),
    isWorker: false,
    rateLimits: null,
    ready: async () => ({}),
    runCustomer: async () => 'NOT_FINISHED',
    metrics: { contentType: 'text/plain', text: async () => '' },
  })
  await app.ready()
  const routes = app.knownPaths
    .all()
    .flatMap(({ url, methods }) => methods.map((method) => ({ method, url })))
  await app.close()
  return routes
}

const YEAR = 'from=2026-01-01&to=2026-12-31&interval=DAY'

/** A request that takes as long as the operation allows. `path` has parameters as `{name}`. */
export type LongRequest = Pick<Endpoint, 'method' | 'path'> & {
  readonly query: string
  /** Undefined for none. */
  readonly body: unknown
}

/** The long requests of a key with this scope alone: whole pages, exact counts, years by day. */
export function longRequestsOf(scope: NonNullable<Endpoint['scope']>): readonly LongRequest[] {
  return allEndpoints
    .filter((it) => it.scope === scope)
    .map(({ method, path, query: { properties }, example }) => ({
      ...{ method, path, body: example.body },
      query: [
        ...Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
        ...('limit' in properties ? ['limit=1000'] : []),
        ...('totalCount' in properties ? ['totalCount=exact'] : []),
        ...('interval' in properties ? [YEAR] : []),
      ].join('&'),
    }))
}
