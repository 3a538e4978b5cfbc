import type { Registry } from 'prom-client'
import type { DiskSpace } from '../foundation/disk-space.ts'
import { gauge } from './definition.ts'
import { readGauge } from './read-gauge.ts'

export const backupDefinitions = {
  age: gauge(
    'goodword_backup_age_seconds',
    'Age of the newest backup in BACKUP_DIR that was read back; without one, the time since the start.',
  ),
  interval: gauge('goodword_backup_interval_seconds', 'Time between two backups, as BACKUP_HOURS says.'),
  free: gauge('goodword_backup_disk_free_bytes', 'Free bytes of the file system of BACKUP_DIR.'),
  size: gauge('goodword_backup_disk_size_bytes', 'Size of the file system of BACKUP_DIR in bytes.'),
}

export type BackupState = {
  readonly ageMs: number
  readonly intervalMs: number
  /** Null while it cannot be read. */
  readonly space: DiskSpace | null
}

/** Metrics of the backups that the process makes. They have no value where it makes none. */
export function backupMetrics(registry: Registry, read: () => Promise<BackupState | null>): void {
  const space = async () => (await read())?.space ?? null
  readGauge(registry, backupDefinitions.age, read, (it) => it.ageMs / 1000)
  readGauge(registry, backupDefinitions.interval, read, (it) => it.intervalMs / 1000)
  readGauge(registry, backupDefinitions.free, space, (it) => it.freeBytes)
  readGauge(registry, backupDefinitions.size, space, (it) => it.totalBytes)
}
