import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Dataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { ReadCeiling, Scenario, WriteCeiling } from '../scenarios/scenario.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { startCeilingServer } from './ceiling-server.ts'
import { type Sharing, sharings, writeAll } from './write-ceiling.ts'

/** The ceiling of a scenario, ready to be measured as often as wanted. */
export type OpenCeiling = {
  /** Does the work of so many requests; returns how many a second holds. */
  readonly run: (count: number) => Promise<number>
  readonly close: () => Promise<void>
}

export function openCeiling(
  { address }: ServiceProcess,
  dataset: Dataset,
  scenario: Scenario,
): Promise<OpenCeiling> {
  const { ceiling } = scenario
  if (ceiling.kind === 'write') return openWriting(dataset, ceiling)
  return ceiling.kind === 'read' ? openReading(address, dataset, ceiling) : openRedirecting(scenario, dataset)
}

const TRIED = 1600

/** Tries how the work is best shared, and keeps to that. */
async function openWriting(dataset: Dataset, ceiling: WriteCeiling): Promise<OpenCeiling> {
  const run = async (count: number, sharing: Sharing): Promise<number> =>
    writeAll(dataset.service, await ceiling.prepare(dataset, count), sharing)
  const [first, ...others] = sharings
  if (first === undefined) throw new Error('unknown way of sharing')
  await run(TRIED, first)
  let best = { sharing: first, perSecond: 0 }
  for (const sharing of [first, ...others, first, ...others]) {
    const perSecond = await run(TRIED, sharing)
    if (perSecond > best.perSecond) best = { sharing, perSecond }
  }
  return { run: (count) => run(count, best.sharing), close: async () => undefined }
}

async function openReading(
  address: ServiceProcess['address'],
  dataset: Dataset,
  { select, keys }: ReadCeiling,
): Promise<OpenCeiling> {
  const { url, stop } = await startCeilingServer(new URL('./read-server.ts', import.meta.url), [
    JSON.stringify(address),
    turnOf(dataset.tenants, 0).id,
    select,
  ])
  return {
    async run(count) {
      const requests = keys(dataset, count).map((key) => wireRequest('GET', `/${key}`))
      return (await runLoad(url, requests)).perSecond
    },
    close: stop,
  }
}

/** Answers the requests that the service gets, in a bare server. */
async function openRedirecting({ prepare, answer }: Scenario, dataset: Dataset): Promise<OpenCeiling> {
  const { url, stop } = await startCeilingServer(new URL('./redirect-server.ts', import.meta.url))
  return {
    run: async (count) => (await runLoad(url, await prepare(dataset, count), answer)).perSecond,
    close: stop,
  }
}
