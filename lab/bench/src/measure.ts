import { watchMemory } from '@goodword/testing/resident-memory'
import { median } from '@goodword/trials/laboratory/report/quantiles'
import { openBareInsert } from './ceilings/bare-insert.ts'
import { openCeiling } from './ceilings/open-ceiling.ts'
import { rowsOf } from './dataset/connections.ts'
import type { Dataset } from './dataset/tenants.ts'
import { type Answer, type LoadRun, runLoad } from './load/run-load.ts'
import { memoryTogetherMb, postmaster } from './processes/server-usage.ts'
import type { ServiceProcess } from './processes/service-process.ts'
import type { Scenario } from './scenarios/scenario.ts'

const MEMORY_LOOK_MS = 250

/** How many rounds of the service and of its ceiling there are, in turn, and how long each lasts. */
export type Effort = { readonly rounds: number; readonly seconds: number }

export type Measured = LoadRun & {
  readonly scenario: Scenario['name']
  /** The most that the service's process had in use. */
  readonly residentMb: number
  /** Total usage of PostgreSQL; null if the system does not report it. */
  readonly databaseMb: number | null
  readonly ceilingPerSecond: number
  /** How many of the ceiling's requests the service serves. */
  readonly ratio: number
  /** The rate of the same machine with one durable insert for each request; null where nothing is written. */
  readonly bareInsertsPerSecond: number | null
  /** How many of those requests the service serves. */
  readonly bareInsertRatio: number | null
  /** Requests that shared a transaction that wrote, on average; null where nothing was written. */
  readonly perTransaction: number | null
}

type Round = LoadRun & {
  readonly ceilingPerSecond: number
  readonly bareInsertsPerSecond: number | null
  readonly perTransaction: number | null
}

const FIRST_COUNT = 2000

/**
 * Measures the service and its ceiling in turn, after warming both. How fast a machine is changes under way, so each
 * round has its own ratio, of adjacent measurements. Figures are the medians of the rounds.
 */
export async function measure(
  service: ServiceProcess,
  dataset: Dataset,
  scenario: Scenario,
  { rounds, seconds }: Effort,
): Promise<Measured> {
  const ceiling = await openCeiling(service, dataset, scenario)
  const { answer } = scenario
  const writes = scenario.ceiling.kind !== 'read'
  const bareInsert = scenario.ceiling.kind === 'write' ? await openBareInsert(service) : null
  const serve = async (count: number) =>
    shot(dataset, service, { requests: await scenario.prepare(dataset, count), answer, writes })
  try {
    const pace = { service: 0, ceiling: 0, bareInsert: 0 }
    const countAt = (perSecond: number): number => Math.max(FIRST_COUNT, Math.ceil(perSecond * seconds))
    const warmUp = async (): Promise<void> => {
      pace.ceiling = await ceiling.run(countAt(pace.ceiling))
      if (bareInsert !== null) pace.bareInsert = await bareInsert.run(countAt(pace.bareInsert))
      pace.service = (await serve(countAt(pace.service))).perSecond
    }
    await warmUp()
    await warmUp()
    const memory = watchMemory(service.pid, MEMORY_LOOK_MS)
    const taken: Round[] = []
    while (taken.length < rounds) {
      pace.ceiling = await ceiling.run(countAt(pace.ceiling))
      if (bareInsert !== null) pace.bareInsert = await bareInsert.run(countAt(pace.bareInsert))
      const round = await serve(countAt(pace.service))
      pace.service = round.perSecond
      const bareInsertsPerSecond = bareInsert === null ? null : pace.bareInsert
      taken.push({ ...round, ceilingPerSecond: pace.ceiling, bareInsertsPerSecond })
    }
    return {
      scenario: scenario.name,
      ...medians(taken),
      residentMb: Math.max(...(await memory())),
      databaseMb: await memoryTogetherMb(await postmaster(dataset.owner)),
    }
  } finally {
    await ceiling.close()
    await bareInsert?.close()
  }
}

function medians(rounds: readonly Round[]) {
  const shared = rounds.flatMap((it) => it.perTransaction ?? [])
  const bare = rounds.flatMap((it) => it.bareInsertsPerSecond ?? [])
  const bareRatios = rounds.flatMap((it) =>
    it.bareInsertsPerSecond === null ? [] : it.perSecond / it.bareInsertsPerSecond,
  )
  return {
    perSecond: median(rounds.map((it) => it.perSecond)),
    p50Ms: median(rounds.map((it) => it.p50Ms)),
    p99Ms: median(rounds.map((it) => it.p99Ms)),
    longestMs: Math.max(...rounds.map((it) => it.longestMs)),
    ceilingPerSecond: median(rounds.map((it) => it.ceilingPerSecond)),
    ratio: median(rounds.map((it) => it.perSecond / it.ceilingPerSecond)),
    bareInsertsPerSecond: medianOf(bare),
    bareInsertRatio: medianOf(bareRatios),
    perTransaction: medianOf(shared),
  }
}

/** Sends the requests, and counts the transactions that wrote something meanwhile: each takes a number. */
async function shot(
  { owner }: Dataset,
  { url }: ServiceProcess,
  {
    requests,
    answer,
    writes,
  }: { readonly requests: readonly string[]; readonly answer: Answer | undefined; readonly writes: boolean },
): Promise<LoadRun & { readonly perTransaction: number | null }> {
  const before = await nextTransaction(owner)
  const loadRun = await runLoad(url, requests, answer)
  const transactions = (await nextTransaction(owner)) - before
  // Where nothing is written, the few that there are are the server's own.
  return { ...loadRun, perTransaction: writes ? requests.length / transactions : null }
}

async function nextTransaction(owner: Dataset['owner']): Promise<number> {
  const [row] = await rowsOf<{ next: string }>(
    owner,
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  return Number(row?.next)
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values)
}
