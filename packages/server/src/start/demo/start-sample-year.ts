import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Context } from '../../operations/context.ts'
import type { NamedKeys } from '../../operations/tenants/create-tenant.ts'
import type { LocalGateway } from './start-local-gateway.ts'

const PROGRAM = fileURLToPath(
  new URL('../../../../../examples/shop/src/sample-year/main.ts', import.meta.url),
)
/** In the data directory. */
const PROGRESS_FILE = 'sample-year.json'

/**
 * Fills the demo's test program with a year of sample data, in a process of its own that uses the API; what an earlier start left
 * unfinished is continued, and a complete year stays as it is. Returns how to end it.
 */
export function startSampleYear(
  { baseUrl }: Pick<Context, 'baseUrl'>,
  { alias, apiKey, signingKey }: NamedKeys,
  gateway: LocalGateway | null,
  dataDir: string,
  logger: Logger,
): () => Promise<void> {
  if (!existsSync(PROGRAM)) return async () => undefined
  const startedAt = performance.now()
  // With a channel between the two, which breaks when this process ends.
  const child = fork(PROGRAM, [], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GOODWORD_URL: baseUrl,
      GOODWORD_TENANT: alias,
      GOODWORD_API_KEY: apiKey,
      GOODWORD_SIGNING_KEY: signingKey,
      SAMPLE_YEAR_FILE: join(dataDir, PROGRESS_FILE),
      ...(gateway === null ? {} : { GATEWAY_CONTROL: gateway.control }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'close')
  void ended.then(([code, signal]) => {
    const durationMs = Math.round(performance.now() - startedAt)
    if (code === 0) logger.info({ tenantId: alias, durationMs }, 'sample data of the demo is complete')
    else if (signal !== 'SIGTERM') {
      logger.warn({ tenantId: alias, reason: errors.trim() }, 'sample data of the demo is incomplete')
    }
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
