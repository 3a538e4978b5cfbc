import { makeEnvironment } from '@goodword/server/testing/program'
import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { afterAll, expect, test } from 'vitest'
import { startReadServer } from '../ceilings/read-ceiling.ts'
import { sharings, writeAll } from '../ceilings/write-ceiling.ts'
import { rowsOf } from '../dataset/connections.ts'
import { tablesOfTenants } from '../dataset/fill.ts'
import { aroundThePopular, loadTenants } from '../dataset/load.ts'
import { makeTenants, openDataset } from '../dataset/tenants.ts'
import { newAccounts } from '../fresh/new-accounts.ts'
import { runLoadForWindows } from '../fresh/run-load-for-windows.ts'
import { runLoad } from '../load/run-load.ts'
import { startServiceProcess } from '../processes/service-process.ts'
import { allScenarios } from './all-scenarios.ts'
import { turnOf } from './turn-of.ts'

const REQUESTS = 96

const { env, drop } = await makeEnvironment()
const url = env.DATABASE_URL ?? ''
const address = { connectionString: url }
const service = await startServiceProcess({ database: { url, address } })
const { dataset: empty, close } = openDataset(service)
const tenants = await makeTenants(service, 'bench', 2)
const fullness = { referrers: 20, friends: 60, popularEvery: 5 }
const dataset = await loadTenants(empty, tenants, fullness, () => undefined)
const datasets = { 'many people': dataset, 'one popular referrer': await aroundThePopular(dataset) }

afterAll(async () => {
  await close()
  await service.stop()
  await drop()
})

const everywhere = allScenarios.flatMap((scenario) =>
  (['many people', 'one popular referrer'] as const).map((people) => ({
    name: scenario.name,
    scenario,
    people,
  })),
)

test.for(everywhere)('every request of $name succeeds, among $people', async ({ scenario, people }) => {
  const requests = await scenario.prepare(datasets[people], REQUESTS)
  expect(requests).toHaveLength(REQUESTS)
  const loadRun = await runLoad(service.url, requests, scenario.answer)
  expect(loadRun.perSecond).toBeGreaterThan(0)
  expect(loadRun.p99Ms).toBeGreaterThanOrEqual(loadRun.p50Ms)
})

const writing = allScenarios.flatMap(({ ceiling, ...scenario }) =>
  ceiling.kind === 'write' ? [{ ...scenario, ceiling }] : [],
)

test.for(writing)(
  'the ceiling of $name writes the rows that the service writes',
  async ({ prepare, ceiling }) => {
    const requests = await prepare(dataset, REQUESTS)
    const byTheService = await rowsWrittenBy(() => runLoad(service.url, requests))
    expect(Object.keys(byTheService)).not.toHaveLength(0)

    for (const sharing of sharings) {
      const work = await ceiling.prepare(dataset, REQUESTS)
      const byTheCeiling = await rowsWrittenBy(() => writeAll(dataset.service, work, sharing))
      expect(byTheCeiling).toEqual(byTheService)
    }
  },
)

const reading = allScenarios.flatMap(({ ceiling, name }) =>
  ceiling.kind === 'read' ? [{ name, ceiling }] : [],
)

test.for(reading)(
  'the ceiling of $name reads one row for each request',
  async ({ ceiling: { select, keys } }) => {
    const server = await startReadServer(address, turnOf(tenants, 0).id, select)
    try {
      const [key = ''] = keys(dataset, REQUESTS)
      const answer = await fetch(`${server.url}/${key}`)
      expect(await answer.text()).toContain(JSON.stringify(key))
      await runLoad(
        server.url,
        keys(dataset, REQUESTS).map((it) => wireRequest('GET', `/${it}`)),
      )
      await expect(runLoad(server.url, [wireRequest('GET', '/nobody')])).rejects.toThrow('0 of 1 requests')
    } finally {
      await server.stop()
    }
  },
)

// The last one: the requests on their way when the time is over may still write.
test('the calls of a new database attribute, convert and identify new accounts without an error', async () => {
  const tenant = turnOf(dataset.tenants, 0)
  const [mark] = await rowsOf<{ now: Date }>(dataset.owner, 'select clock_timestamp() as now')
  const requests = newAccounts(tenant, turnOf(tenant.referrers, 0).code)
  const windows = await runLoadForWindows(service.url, requests, async () => null, { count: 2, seconds: 1 })
  expect(windows.map((it) => it.errors)).toEqual([0, 0])
  const [row] = await rowsOf<{ converted: boolean; identified: boolean }>(
    dataset.owner,
    `select exists (select from referral where tenant_id = $1 and converted_at >= $2) as converted,
       exists (select from participant where tenant_id = $1 and browser_seen_at >= $2) as identified`,
    [tenant.id, mark?.now],
  )
  expect(row).toEqual({ converted: true, identified: true })
})

/** What is written in the background, whenever that comes to it: published and counted events, activity of an integration. */
const background =
  /^(?:app[.])?"?(?:job|event_outbox|entry_outbox|integration_activity|event_feed|published_event|statistic_(?:count|referrer|generation|click|visitor))"?$/

/** How many rows of each table were added or changed, by the columns that they fill. */
async function rowsWrittenBy(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const [mark] = await rowsOf<{ next: string }>(
    dataset.owner,
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  await work()
  const tables = (await tablesOfTenants(dataset.owner)).filter((it) => !background.test(it))
  const counts = tables.map(
    (table) => `select '${table}' as name, (
        select string_agg(key, ' ' order by key) from jsonb_each(to_jsonb(x)) where value <> 'null'
      ) as columns, count(*)::int as rows
      from ${table} x where xmin::text::int8 >= $1 group by columns`,
  )
  const written = await rowsOf<{ name: string; columns: string; rows: number }>(
    dataset.owner,
    counts.join(' union all '),
    [mark?.next],
  )
  return Object.fromEntries(written.map((it) => [`${it.name}: ${it.columns}`, it.rows]))
}
