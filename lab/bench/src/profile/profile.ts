import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf } from '../dataset/connections.ts'
import { type Fullness, loadTenants } from '../dataset/load.ts'
import { makeTenants, openDataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import { startServiceProcess } from '../processes/service-process.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type Busy, readCpuProfile } from './cpu-profile.ts'
import { startCountingDatabase } from './own-database.ts'

export type Profiled = {
  readonly perSecond: number
  readonly busy: Busy
  readonly statements: readonly StatementTime[]
  /** Where the whole profile is, for a viewer. */
  readonly folder: string
}

/** What a statement took in the database; milliseconds. */
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
