import { Gauge, type Registry } from 'prom-client'
import type { Definition } from './definition.ts'

/** Registers a gauge that is read at each scrape. It has no value while it cannot be read. */
export function readGauge<Reading>(
  registry: Registry,
  definition: Definition<never, 'gauge'>,
  read: () => Promise<Reading | null>,
  pick: (found: Reading) => number,
): void {
  new Gauge({
    ...definition,
    registers: [registry],
    async collect() {
      this.remove()
      const found = await read()
      if (found !== null) this.set(pick(found))
    },
  })
}
