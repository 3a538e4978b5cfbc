import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { periodically } from '../periodically.ts'
import type { BackupSettings } from './backup-settings.ts'
import { isDue, listBackups } from './kept-backups.ts'

const LOOK_EVERY_MS = 60_000
/** Many failures of one cause say no more than some. */
const RETRY_MS = 10 * 60_000

const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

/**
 * Backs up when it is time, by a command in a process of its own: reading all rows would delay requests. Returns how to end it;
 * null where nothing is to be backed up.
 */
export function scheduledBackups(
  { folder, everyHours }: BackupSettings,
  logger: Logger,
): (() => Promise<void>) | null {
  if (folder === null) return null
  let failedAt: number | null = null
  return periodically(
    LOOK_EVERY_MS,
    async (signal) => {
      const now = Date.now()
      if (failedAt !== null && now - failedAt < RETRY_MS) return
      if (!isDue(await listBackups(folder), everyHours, now)) return
      const { code, output, errors } = await backUp(signal)
      failedAt = code === 0 || signal.aborted ? null : now
      if (code === 0)
        logger.info({ backup: JSON.parse(output), durationMs: Date.now() - now }, 'backup completed')
      else if (!signal.aborted) logger.error({ reason: errors.trim() }, 'backup failed')
    },
    (error) => {
      failedAt = Date.now()
      logger.error({ err: error }, 'backup failed')
    },
  )
}

async function backUp(signal: AbortSignal) {
  const child = spawn(process.execPath, [program, 'backup', 'scheduled', '--if-due'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A stop of the service does not wait for it: what it leaves is removed by the next one.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, output, errors }
}
