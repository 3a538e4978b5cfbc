import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../crash/chance.ts'
import { createClient } from '../crash/client.ts'
import { addReferrers, writeUntil } from '../crash/crash-trial.ts'
import { allStories } from '../crash/goodword-targets.ts'
import { type Journal, openJournal } from '../crash/journal.ts'
import type { TenantOnNode } from './fleet.ts'

/** The requests of one tenant through one web process. */
export type Line = {
  readonly tenant: TenantOnNode
  readonly url: string
  readonly codes: readonly string[]
}

/** The outcomes of the requests of a line. */
export type LineFigures = {
  readonly line: Line
  acknowledged: number
  /** Counts of requests without an acknowledgement, by their failure. */
  readonly failures: Map<string, number>
  slowestMs: number
  /** The time by `performance.now()`; null without a failure. */
  lastFailureAt: number | null
  lastSuccessAt: number | null
}

export type Load = {
  readonly figures: readonly LineFigures[]
  readonly journals: ReadonlyMap<TenantOnNode, Journal>
  readonly acknowledged: number
  /** Resolves when so many more writes are acknowledged on each of the lines, or on all of them together. */
  untilAcknowledged(count: number, lines?: (line: Line) => boolean): Promise<void>
  /** Resolves when the last request that ended was acknowledged on every line, and after this moment. */
  untilWell(since: number): Promise<void>
  stop(): Promise<void>
}

/** A request that waits for a processor would look like one that waits for the database. */
const CLIENTS_PER_LINE = availableParallelism() < 4 ? 1 : 2
const STUCK_AFTER_MS = 120_000

/** Codes that every later write of a tenant can name. */
export async function openLines(
  urls: readonly string[],
  tenants: readonly TenantOnNode[],
  chance: Chance,
  folder: string,
): Promise<readonly Line[]> {
  return (
    await Promise.all(
      tenants.map(async (tenant) => {
        const journal = openJournal(join(folder, `${tenant.alias}-referrers.jsonl`), [])
        const { signal: over } = new AbortController()
        const client = createClient({ urls, tenant, journal, chance, sentTwice: 0, givenUp: 0, over })
        const codes = await addReferrers(client)
        await journal.end()
        return urls.map((url): Line => ({ tenant, url, codes }))
      }),
    )
  ).flat()
}

/** Requests take seconds while processes and connections are new. */
export async function warmUp(lines: readonly Line[], chance: Chance, folder: string): Promise<void> {
  const load = startLoad(lines, 'warm-up', chance, folder)
  await load.untilAcknowledged(lines.length * 100).finally(() => load.stop())
}

/** Clients that write on every line without a pause. A write that fails is not repeated. */
export function startLoad(lines: readonly Line[], name: string, chance: Chance, folder: string): Load {
  const over = new AbortController()
  const tenants = [...new Set(lines.map((it) => it.tenant))]
  const journals = new Map(
    tenants.map((it) => [it, openJournal(join(folder, `${it.alias}-${name}.jsonl`), [])]),
  )
  const figures = lines.map(
    (line): LineFigures => ({
      line,
      acknowledged: 0,
      failures: new Map(),
      slowestMs: 0,
      lastFailureAt: null,
      lastSuccessAt: null,
    }),
  )
  const writing = figures.map(async (it, index) => {
    const { tenant, url, codes } = it.line
    const journal = journals.get(tenant)
    if (journal === undefined) throw new Error(`${tenant.alias} has no journal`)
    const client = createClient({
      urls: [url],
      tenant,
      journal,
      chance,
      sentTwice: 0,
      givenUp: 1,
      over: over.signal,
      observe(outcome, tookMs, reason) {
        it.slowestMs = Math.max(it.slowestMs, tookMs)
        if (outcome === 'failure') {
          it.failures.set(reason, (it.failures.get(reason) ?? 0) + 1)
          it.lastFailureAt = performance.now()
        } else if (outcome === 'success') {
          it.acknowledged += 1
          it.lastSuccessAt = performance.now()
        }
      },
    })
    await writeUntil(over.signal, client, {
      stories: allStories,
      codes,
      chance,
      clients: CLIENTS_PER_LINE,
      prefix: `${name}_${index}_`,
    })
  })
  const acknowledgedOf = (isCounted: (line: Line) => boolean): number =>
    figures.filter((it) => isCounted(it.line)).reduce((sum, it) => sum + it.acknowledged, 0)
  return {
    figures,
    journals,
    get acknowledged() {
      return acknowledgedOf(() => true)
    },
    async untilAcknowledged(count, isCounted = () => true) {
      const wanted = acknowledgedOf(isCounted) + count
      let last = { acknowledged: 0, at: performance.now() }
      for (;;) {
        const acknowledged = acknowledgedOf(isCounted)
        if (acknowledged >= wanted) return
        if (acknowledged > last.acknowledged) last = { acknowledged, at: performance.now() }
        else if (performance.now() - last.at > STUCK_AFTER_MS)
          throw new Error(`no more writes are acknowledged after ${acknowledged}`)
        await pause(10)
      }
    },
    async untilWell(since) {
      const limit = performance.now() + STUCK_AFTER_MS
      const isWell = ({ lastSuccessAt, lastFailureAt }: LineFigures): boolean =>
        lastSuccessAt !== null && lastSuccessAt > Math.max(since, lastFailureAt ?? 0)
      while (!figures.every(isWell)) {
        const ill = figures
          .filter((it) => !isWell(it))
          .map((it) => `${it.line.tenant.alias} at ${it.line.url}`)
        if (performance.now() > limit) throw new Error(`not served after the fault: ${ill.join(', ')}`)
        await pause(10)
      }
    },
    async stop() {
      over.abort()
      await Promise.all(writing)
      await Promise.all([...journals.values()].map((it) => it.end()))
    },
  }
}
