import type { Registry } from 'prom-client'
import { gauge } from './definition.ts'
import { readGauge } from './read-gauge.ts'

export const statisticDefinitions = {
  oldestUncounted: gauge(
    'goodword_statistics_oldest_uncounted_age_seconds',
    'Time the oldest click, ledger entry or payment has been waiting to be counted in statistics, in the whole database; 0 if none is. Clicks of a tenant are included once the search that runs every 30 seconds has asked for a job that counts them. Events are counted when they are published.',
  ),
}

/** A metric of statistics, of the whole database: without a value while it cannot be read. */
export function statisticMetrics(registry: Registry, readUncountedMs: () => Promise<number | null>): void {
  readGauge(registry, statisticDefinitions.oldestUncounted, readUncountedMs, (ageMs) => ageMs / 1000)
}
