import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import type { Context } from '../../frame/context.ts'
import { forkProgram } from './child-program.ts'
import type { DemoGateway } from './local-gateway.ts'

const PROGRAM = fileURLToPath(
  new URL('../../../../../examples/shop/src/sample-year/main.ts', import.meta.url),
)
/** The file in the data directory. */
const PROGRESS_FILE = 'sample-year.json'

export type SampleYearLog = {
  readonly logger: Logger
  /** The logger writes only warnings and errors of these tenants. */
  readonly quietTenants: Set<string>
  /** Where a person sees how far it is; null without a terminal. */
  readonly status: { readonly show: (line: string) => void } | null
}

const COMPLETE = 'The year of sample data is complete.\n'

/**
 * Fills the demo's test program with a year of sample data, in a process of its own that uses the API; what an earlier start left
 * unfinished is continued, and a complete year stays as it is. Its thousand requests and jobs are not logged, but each tenth
 * of the year is. `ended` tells whether it ended by itself; `close` ends it.
 */
export function startSampleYear(
  { baseUrl }: Pick<Context, 'baseUrl'>,
  { alias, apiKey, signingKey }: NamedKeys,
  gateway: DemoGateway | null,
  dataDir: string,
  { logger, quietTenants, status }: SampleYearLog,
): { readonly ended: Promise<boolean>; readonly close: () => Promise<void> } {
  const progressFile = join(dataDir, PROGRESS_FILE)
  if (!existsSync(PROGRAM) || isComplete(progressFile)) {
    status?.show(COMPLETE)
    return { ended: Promise.resolve(true), close: async () => undefined }
  }
  logger.info(
    { tenantId: alias },
    'making a year of sample data; until then only warnings of this program are logged',
  )
  quietTenants.add(alias)
  const startedAt = performance.now()
  const program = forkProgram(PROGRAM, {
    GOODWORD_URL: baseUrl,
    GOODWORD_TENANT: alias,
    GOODWORD_API_KEY: apiKey,
    GOODWORD_SIGNING_KEY: signingKey,
    SAMPLE_YEAR_FILE: progressFile,
    ...(gateway === null ? {} : { ...gateway.shopSettings, GATEWAY_CONTROL: gateway.control }),
  })
  createInterface({ input: program.stdout }).on('line', (percent) => {
    logger.info({ percent: Number(percent) }, 'making a year of sample data')
    status?.show(`Making a year of sample data: ${percent} %`)
  })
  const ended = program.ended.then(([code, signal]) => {
    // Ctrl-C in a terminal reaches it as well.
    const isStopped = signal === 'SIGTERM' || signal === 'SIGINT'
    quietTenants.delete(alias)
    status?.show(code === 0 ? COMPLETE : '')
    const durationMs = Math.round(performance.now() - startedAt)
    if (code === 0) logger.info({ tenantId: alias, durationMs }, 'sample data of the demo is complete')
    else if (!isStopped) {
      logger.warn({ tenantId: alias, reason: program.errors() }, 'sample data of the demo is incomplete')
    }
    return !isStopped
  })
  return { ended, close: program.close }
}

/** Whether an earlier start made all of it. */
function isComplete(progressFile: string): boolean {
  // A file of another form is left to the program, which reports it.
  return existsSync(progressFile) && readFileSync(progressFile, 'utf8').includes('"day":null')
}
