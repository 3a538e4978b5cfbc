import { Gauge, type Registry } from 'prom-client'
import type { Definition } from './definition.ts'

export type Sample<Label extends string> = readonly [labels: Readonly<Record<Label, string>>, value: number]

/** Registers a gauge with labels that is read at each scrape. It has no values while it cannot be read. */
export function readLabelledGauge<Found, Label extends string>(
  registry: Registry,
  definition: Definition<Label, 'gauge'>,
  read: () => Promise<Found | null>,
  pick: (found: Found) => readonly Sample<Label>[],
): void {
  new Gauge({
    ...definition,
    registers: [registry],
    async collect() {
      this.reset()
      const found = await read()
      for (const [labels, value] of found === null ? [] : pick(found)) this.set(labels, value)
    },
  })
}

/** Registers a gauge that is read at each scrape. It has no value while it cannot be read. */
export function readGauge<Found>(
  registry: Registry,
  definition: Definition<never, 'gauge'>,
  read: () => Promise<Found | null>,
  pick: (found: Found) => number,
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
