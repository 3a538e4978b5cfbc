import { readConfig } from '@goodword/server/config'
import { createLogger } from '@goodword/server/engine/logging/logger'
import { openStorage } from '@goodword/server/start/open-storage'
import { startEarly } from '@goodword/server/start/start-early'
import { startService } from '@goodword/server/start/start-service'
import { startReports } from '@goodword/server/start/terminal/start-reports'
import type { TestEnvironment } from '@goodword/server/testing/program'
import { defectsIn, type StartedGoodword, serviceSettings, throwDefects } from './start-goodword.ts'

/**
 * Starts the whole service in this process, on a database of the test run, which `drop` removes at the end. The services of later
 * test files find its modules loaded and compiled, which takes a process of its own seconds.
 *
 * Without `drop` the database is kept to be copied, so its service finishes its jobs: in the copies, a job that was stopped would
 * not run again before its lease has ended.
 */
export async function startInProcess(
  { env: environment, drop }: Pick<TestEnvironment, 'env'> & Partial<Pick<TestEnvironment, 'drop'>>,
  settings: Readonly<Record<string, string>>,
  expectedErrors?: RegExp,
): Promise<StartedGoodword> {
  const env = serviceSettings({ ...environment, ...settings })
  const config = readConfig(env)
  const lines: string[] = []
  const logger = createLogger(config.logLevel, { write: (line) => void lines.push(line) })
  const reports = startReports(logger, null)
  const closings: (() => Promise<void>)[] = []
  const closeLater = (close: () => Promise<void>) => void closings.unshift(close)
  const force = new AbortController()
  async function close(): Promise<void> {
    for (const each of closings) await each()
    await drop?.()
  }
  try {
    const storage = startEarly(openStorage(config, reports.report), closeLater)
    const start = {
      storage,
      logger,
      quietTenants: new Set<string>(),
      logFile: null,
      processor: 'braintree' as const,
      rewards: null,
      reports,
    }
    await startService(config, start, closeLater, force.signal)
  } catch (error) {
    force.abort()
    await close()
    throw error
  }
  const [, url = ''] = /"baseUrl":"([^"]+)"/.exec(lines.join('')) ?? []
  return {
    url,
    env,
    async stop() {
      // No load balancer has to notice that it stops, and nothing has to be finished.
      if (drop !== undefined) force.abort()
      await close()
      throwDefects(defectsIn(lines.join(''), expectedErrors))
    },
  }
}
