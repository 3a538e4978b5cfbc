import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { periodically } from '../foundation/periodically.ts'
import type { JobObserver } from '../metrics/job-metrics.ts'
import type { BackupSettings } from './backup-settings.ts'
import { isDue, listBackups } from './kept-backups.ts'

const LOOK_EVERY_MS = 60_000
/** Many failures of one cause say no more than some. */
const RETRY_MS = 10 * 60_000
const HOUR_MS = 3_600_000

const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

/**
 * Backs up when it is time, by a command in a process of its own: reading all rows would delay requests. Adds to the file of erased
 * people too: within a minute after an erasure in this process, as `takeErased` says, and each hour for those of other processes.
 * Returns how to end it; null where nothing is to be backed up.
 */
export function scheduledBackups(
  { folder, everyHours }: BackupSettings,
  logger: Logger,
  takeErased: () => boolean,
): (() => Promise<void>) | null {
  if (folder === null) return null
  const backUp = attempts(logger, 'backup failed', ['scheduled', '--if-due'])
  const addErased = attempts(logger, 'erased people not written beside backups', ['erasures'])
  let hasErased = false
  let erasedAt = Number.NEGATIVE_INFINITY
  return periodically(
    LOOK_EVERY_MS,
    async (signal) => {
      const now = Date.now()
      hasErased ||= takeErased()
      if ((hasErased || now - erasedAt >= HOUR_MS) && (await addErased(signal)) !== null) {
        hasErased = false
        erasedAt = now
      }
      if (!isDue(await listBackups(folder), everyHours, now)) return
      const startedAt = Date.now()
      const backup = await backUp(signal)
      if (backup !== null) logger.info({ backup, durationMs: Date.now() - startedAt }, 'backup completed')
    },
    (error) => logger.error({ err: error }, 'backup failed'),
  )
}

/** Observes the jobs of a process. `take` says whether a person was erased since it was called last. */
export function watchErasures(observe: JobObserver): {
  readonly observe: JobObserver
  readonly take: () => boolean
} {
  let hasErased = false
  return {
    observe(run) {
      observe(run)
      if (run.kind === 'ERASE_PERSON') hasErased = true
    },
    take() {
      const had = hasErased
      hasErased = false
      return had
    },
  }
}

/** Runs a command of backups, at most every ten minutes while it fails. Returns its answer, and null after a failure. */
function attempts(logger: Logger, failure: string, args: readonly string[]) {
  let failedAt = Number.NEGATIVE_INFINITY
  return async (signal: AbortSignal): Promise<unknown> => {
    if (Date.now() - failedAt < RETRY_MS) return null
    const { code, output, errors } = await run(args, signal)
    if (code === 0) return JSON.parse(output)
    if (signal.aborted) return null
    failedAt = Date.now()
    logger.error({ reason: errors.trim() }, failure)
    return null
  }
}

async function run(args: readonly string[], signal: AbortSignal) {
  const child = spawn(process.execPath, [program, 'backup', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  // A stop of the service does not wait for it: what it leaves is removed by the next one.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, output, errors }
}
