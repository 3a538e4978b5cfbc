import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { ConfigError, readConfig } from './config.ts'
import { createLogger, flushLog, lifecycleOf } from './engine/logging/logger.ts'
import { readEnvironmentFile } from './start/environment-file.ts'
import { explainFailure } from './start/explain-failure.ts'
import { misspeltSettings } from './start/misspelt-settings.ts'
import { openStorage } from './start/open-storage.ts'
import { reportCrashes, reportFailure } from './start/report-failure.ts'
import { SecretKeyMismatch } from './start/require-secret-key.ts'
import { startEarly } from './start/start-early.ts'
import { stopSignal } from './start/stop-signal.ts'
import { openLog, readArguments } from './start/terminal/open-log.ts'
import { startReports } from './start/terminal/start-reports.ts'

// Without this the garbage in the heap grows to several times what is in use, and the process never gives it back.
setFlagsFromString('--heap-growing-percent=30')

let logger: Logger | null = null
let lifecycle: Logger | null = null
reportCrashes((error) => logger?.fatal({ err: error }, 'uncaught exception'))
const stop = stopSignal(() => logger?.fatal('shutdown timed out; closing all connections'))
const closings: (() => Promise<void>)[] = []
let exitCode = 0
try {
  readEnvironmentFile()
  const { isVerbose, processor, rewards } = readArguments(process.argv.slice(2))
  const config = readConfig(process.env)
  const log = openLog(config.dataDir, isVerbose)
  const quietTenants = new Set<string>()
  logger = createLogger(config.logLevel, log.output, quietTenants)
  lifecycle = lifecycleOf(logger)
  for (const misspelt of misspeltSettings(process.env)) {
    logger.warn(misspelt, 'unknown setting: the variable is one typing error away from a setting')
  }
  const reports = startReports(logger, log.file)
  const closeLater = (close: () => Promise<void>) => void closings.unshift(close)
  const storage = startEarly(openStorage(config, reports.report), closeLater)
  // Loading the service takes as long as opening its database.
  const { startService } = await import('./start/start-service.ts')
  const start = { storage, logger, quietTenants, logFile: log.file, processor, rewards, reports }
  const { failed } = await startService(config, start, closeLater, stop.force)
  lifecycle.info({ signal: await Promise.race([stop.received, failed]) }, 'stop signal received')
} catch (error) {
  logFailure(error)
}
for (const close of closings) await close().catch(logFailure)
if (logger !== null) await flushLog(logger)
lifecycle?.info({ exitCode }, 'service stopped')
if (logger !== null) await flushLog(logger)
process.exit(exitCode)

function logFailure(error: unknown): void {
  // By convention (EX_CONFIG of sysexits.h) a wrong setting, after which another start would fail as well.
  exitCode = error instanceof ConfigError || error instanceof SecretKeyMismatch ? 78 : 1
  const reason = explainFailure(error)
  logger?.fatal(reason === null ? { err: error } : { reason }, 'service failed')
  reportFailure(error)
}
