import { quantile } from '@goodword/trials/laboratory/report/quantiles'
import autocannon from 'autocannon'
import { CALLERS } from '../load/run-load.ts'

/** What was answered within one window. */
export type Window = {
  readonly calls: number
  readonly errors: number
  readonly p99Ms: number
  /** Processor time of the database per call; null if the system does not report it. */
  readonly databaseMs: number | null
}

export type Windows = { readonly count: number; readonly seconds: number }

/**
 * Sends requests over 32 connections for so many windows; `requestsOf` makes what one connection sends next, which it
 * sends once the request before is answered.
 */
export async function runLoadForWindows(
  url: string,
  requestsOf: () => () => string,
  readDatabaseMs: () => Promise<number | null>,
  { count, seconds }: Windows,
): Promise<readonly Window[]> {
  const seen = Array.from({ length: count }, () => ({ latencies: [] as number[], errors: 0 }))
  const startedAt = performance.now()
  const now = () => seen[Math.floor((performance.now() - startedAt) / 1000 / seconds)]
  const databaseMs = [readDatabaseMs()]
  const timer = setInterval(() => databaseMs.push(readDatabaseMs()), seconds * 1000)
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CALLERS,
        duration: count * seconds,
        timeout: 30,
        setupClient(client) {
          Object.assign(client, { getRequestBuffer: requestsOf() })
        },
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_client, status, _bytes, tookMs) => {
      const window = now()
      window?.latencies.push(tookMs)
      if (window !== undefined && (status < 200 || status > 299)) window.errors += 1
    })
    run.on('reqError', () => {
      const window = now()
      if (window !== undefined) window.errors += 1
    })
  }).finally(() => clearInterval(timer))
  databaseMs.push(readDatabaseMs())
  const readings = await Promise.all(databaseMs)
  return seen.map(({ latencies, errors }, index) => {
    const sorted = latencies.sort((a, b) => a - b)
    const p99Ms = quantile(sorted, 0.99)
    const [from = null, to = null] = readings.slice(index, index + 2)
    const perCall = from === null || to === null ? null : (to - from) / sorted.length
    return { calls: sorted.length, errors, p99Ms, databaseMs: perCall }
  })
}
