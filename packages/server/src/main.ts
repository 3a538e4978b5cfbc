import { readConfig } from './config.ts'
import { readEnvironmentFile } from './start/environment-file.ts'
import { startService } from './start/start-service.ts'
import { stopSignal } from './start/stop-signal.ts'
import { tellCrashes, tellFailure } from './start/tell-failure.ts'

tellCrashes()
const stop = stopSignal()
const closings: (() => Promise<void>)[] = []
let exitCode = 0
try {
  readEnvironmentFile()
  await startService(readConfig(process.env), (close) => closings.unshift(close), stop.hurry)
  await stop.asked
} catch (error) {
  tell(error)
}
for (const close of closings) await close().catch(tell)
process.exit(exitCode)

function tell(error: unknown): void {
  exitCode = 1
  tellFailure(error)
}
