import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf } from '../dataset/connections.ts'
import { type Fullness, loadTenants } from '../dataset/load.ts'
import { makeTenants, openDataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import { startCountingDatabase } from '../processes/own-databases.ts'
import { startServiceProcess } from '../processes/service-process.ts'
import type { Scenario } from '../scenarios/scenario.ts'

export type Profiled = {
  readonly perSecond: number
  readonly busy: Busy
  readonly statements: readonly StatementTime[]
  /** Where the whole profile is, for a viewer. */
  readonly folder: string
}

/** The time of a statement in the database; milliseconds. */
export type StatementTime = {
  readonly text: string
  readonly calls: number
  readonly rows: number
  readonly totalMs: number
}

/** Sends one kind of request for some seconds, and sees where the service and PostgreSQL spend them. */
export async function profile(scenario: Scenario, fullness: Fullness, seconds: number): Promise<Profiled> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-profile-'))
  const database = await startCountingDatabase()
  try {
    const nodeArguments = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
    const service = await startServiceProcess({ database, nodeArguments })
    const { dataset: empty, close } = openDataset(service)
    let times = { startedAt: 0, endedAt: 0 }
    let perSecond = 0
    let statements: readonly StatementTime[] = []
    try {
      const dataset = await loadTenants(
        empty,
        await makeTenants(service, 'profile', 1),
        fullness,
        () => undefined,
      )
      await rowsOf(dataset.owner, 'create extension pg_stat_statements')
      const warm = await runLoad(service.url, await scenario.prepare(dataset, 10_000), scenario.answer)
      const requests = await scenario.prepare(dataset, Math.ceil(warm.perSecond * seconds))
      await rowsOf(dataset.owner, 'select pg_stat_statements_reset()')
      const startedAt = performance.now()
      perSecond = (await runLoad(service.url, requests, scenario.answer)).perSecond
      times = { startedAt, endedAt: performance.now() }
      statements = await rowsOf<StatementTime>(dataset.owner, longest)
    } finally {
      await close()
      await service.stop()
    }
    const stoppedAt = performance.now()
    const busy = await readCpuProfile(folder, stoppedAt - times.startedAt, stoppedAt - times.endedAt)
    return { perSecond, busy, statements, folder }
  } finally {
    await database.stop()
  }
}

const longest = `
select query as text, calls::int, rows::int, total_exec_time as "totalMs"
from pg_stat_statements
where query not like '%pg_stat_statements%'
order by total_exec_time desc
limit 25`

/** Where the processor was, as parts of the time that it was busy. */
type Busy = {
  /** How much of the watched time the process did something. */
  readonly part: number
  readonly functions: readonly Share[]
  readonly places: readonly Share[]
}
type Share = { readonly name: string; readonly part: number }

/** The output of Node with `--cpu-prof`: a tree of calls, and samples that name nodes of it. */
type CpuProfile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  /** Microseconds from each sample to the next. */
  readonly timeDeltas: readonly number[]
}
type CallFrame = { readonly functionName: string; readonly url: string; readonly lineNumber: number }

/**
 * Reads the only profile in a folder: the time from `fromMs` to `toMs` before its end, by the functions themselves, without
 * the functions that they called.
 */
async function readCpuProfile(folder: string, fromMs: number, toMs: number): Promise<Busy> {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(await readFile(join(folder, file), 'utf8'))
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const functions = new Map<string, number>()
  const places = new Map<string, number>()
  let leftUs = timeDeltas.reduce((sum, delta) => sum + delta, 0)
  let [busyUs, watchedUs] = [0, 0]
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0
    leftUs -= delta
    const frame = frames.get(id)
    if (frame === undefined || leftUs > fromMs * 1000 || leftUs < toMs * 1000) return
    watchedUs += delta
    if (frame.functionName === '(idle)') return
    busyUs += delta
    add(functions, describe(frame), delta)
    add(places, placeOf(frame), delta)
  })
  return {
    part: busyUs / watchedUs,
    functions: sharesOf(functions, busyUs),
    places: sharesOf(places, busyUs),
  }
}

function add(sums: Map<string, number>, name: string, value: number): void {
  sums.set(name, (sums.get(name) ?? 0) + value)
}

function sharesOf(sums: ReadonlyMap<string, number>, whole: number): readonly Share[] {
  return [...sums].map(([name, value]) => ({ name, part: value / whole })).sort((a, b) => b.part - a.part)
}

function describe({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(unnamed)' : functionName
  return url === '' ? name : `${name}  ${shortPath(url)}:${lineNumber + 1}`
}

/** A package, a folder of ours, a part of Node, or code that is no JavaScript. */
function placeOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code'
  const path = shortPath(url)
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (library !== undefined) return library
  if (path.startsWith('node:')) return path
  return path.split('/').slice(0, -1).join('/')
}

function shortPath(url: string): string {
  return url.replace(/^.*\/(?=node_modules\/)/, '').replace(/^.*\/packages\//, 'packages/')
}
