import type { Logger } from 'pino'
import { readConfig } from './config.ts'
import { createLogger, flushLog, lifecycleOf } from './platform/logger.ts'
import { readEnvironmentFile } from './start/environment-file.ts'
import { explainFailure } from './start/explain-failure.ts'
import { reportCrashes, reportFailure } from './start/report-failure.ts'
import { startService } from './start/start-service.ts'
import { stopSignal } from './start/stop-signal.ts'

let logger: Logger | null = null
let lifecycle: Logger | null = null
reportCrashes((error) => logger?.fatal({ err: error }, 'uncaught exception'))
const stop = stopSignal(() => logger?.fatal('shutdown timed out; closing all connections'))
const closings: (() => Promise<void>)[] = []
let exitCode = 0
try {
  readEnvironmentFile()
  const config = readConfig(process.env)
  logger = createLogger(config.logLevel)
  lifecycle = lifecycleOf(logger)
  await startService(config, logger, (close) => closings.unshift(close), stop.force)
  lifecycle.info({ signal: await stop.received }, 'stop signal received')
} catch (error) {
  logFailure(error)
}
for (const close of closings) await close().catch(logFailure)
if (logger !== null) await flushLog(logger)
lifecycle?.info({ exitCode }, 'service stopped')
if (logger !== null) await flushLog(logger)
process.exit(exitCode)

function logFailure(error: unknown): void {
  exitCode = 1
  const reason = explainFailure(error)
  logger?.fatal(reason === null ? { err: error } : { reason }, 'service failed')
  reportFailure(error)
}
