import { readConfig } from './config.ts'
import { readEnvironmentFile } from './start/environment-file.ts'
import { explainFailure } from './start/explain-failure.ts'
import { startService } from './start/start-service.ts'
import { stopSignal } from './start/stop-signal.ts'

const askedToStop = stopSignal()
const closings: (() => Promise<void>)[] = []
let exitCode = 0
try {
  readEnvironmentFile()
  await startService(readConfig(process.env), (close) => closings.unshift(close))
  await askedToStop
} catch (error) {
  tell(error)
}
for (const close of closings) await close().catch(tell)
process.exit(exitCode)

function tell(error: unknown): void {
  exitCode = 1
  console.error(explainFailure(error) ?? error)
}
