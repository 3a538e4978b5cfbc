import type { Registry } from 'prom-client'
import type { DiskSpace } from '../foundation/disk-space.ts'
import { gauge } from './definition.ts'
import { readGauge } from './read-gauge.ts'

export const diskDefinitions = {
  free: gauge('goodword_disk_free_bytes', 'Free bytes of the file system of the embedded database.'),
  size: gauge('goodword_disk_size_bytes', 'Size of that file system in bytes.'),
}

/** Metrics of the disk that the embedded database is on. They have no value for a database of the operator's own. */
export function diskMetrics(registry: Registry, space: () => Promise<DiskSpace | null>): void {
  readGauge(registry, diskDefinitions.free, space, (it) => it.freeBytes)
  readGauge(registry, diskDefinitions.size, space, (it) => it.totalBytes)
}
