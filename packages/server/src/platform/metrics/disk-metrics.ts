import { Gauge, type Registry } from 'prom-client'
import type { DiskSpace } from '../disk-space.ts'

/** Metrics of the disk that the embedded database is on. They have no value for a database of the operator's own. */
export function diskMetrics(registry: Registry, space: () => Promise<DiskSpace | null>): void {
  const gauge = (name: string, help: string, of: (it: DiskSpace) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove()
        const found = await space()
        if (found !== null) this.set(of(found))
      },
    })
  gauge(
    'goodword_disk_free_bytes',
    'Free bytes of the file system of the embedded database.',
    (it) => it.freeBytes,
  )
  gauge('goodword_disk_size_bytes', 'Size of that file system in bytes.', (it) => it.totalBytes)
}
