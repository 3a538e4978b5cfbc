import { readDiskSpace } from '../foundation/disk-space.ts'
import type { BackupState } from '../metrics/backup-metrics.ts'
import type { BackupSettings } from './backup-settings.ts'
import { listBackups } from './kept-backups.ts'

const HOUR_MS = 3_600_000

/** Reads the state of the backups for the metrics; null where none are made. */
export function watchBackups(settings: BackupSettings | null): () => Promise<BackupState | null> {
  const folder = settings?.folder ?? null
  const startedAt = Date.now()
  return async () => {
    if (settings === null || folder === null) return null
    const newest = (await listBackups(folder))[0]
    const space = await readDiskSpace(folder).catch(() => null)
    return {
      ageMs: Math.max(0, Date.now() - (newest?.takenAt ?? startedAt)),
      intervalMs: settings.everyHours * HOUR_MS,
      space,
    }
  }
}
