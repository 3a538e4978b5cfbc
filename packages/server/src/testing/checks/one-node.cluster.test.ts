import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { tenantTablesIn } from './catalog.ts'
import { checkedStatements } from './checked-statements.ts'
import { directoryTables } from './exceptions.ts'
import { tablesOf } from './statement.ts'

const { service } = await createTestDatabase()
const session = await service.pool.connect()
const tenantTables = await tenantTablesIn(service, directoryTables)
afterAll(() => session.release(true))
beforeAll(async () => void (await session.query('set client_min_messages to warning')))

const TENANT = 'test_acme'

test.for([...checkedStatements])('%s is one task on one node', async ([, text]) => {
  const isOfTenant = [...tablesOf(text)].some((it) => tenantTables.has(it))
  expect(faultsOf(await planOf(text), isOfTenant)).toEqual([])
})

test('a statement that leaves the node of its tenant is found', async () => {
  const manyTasks = expect.stringMatching(/^([2-9]|\d{2}) tasks$/)
  const faults = async (text: string) => faultsOf(await planOf(text), true)
  expect(await faults('select id from account where tenant_id = $1')).toEqual([])
  expect(await faults('select id from account where id = $1')).toEqual([manyTasks])
  const pulled =
    'insert into test_clock (tenant_id, ahead_ms) select $1, u.n from unnest($2::int8[]) as u (n)'
  expect(await faults(pulled)).toContain('pull to coordinator')
  const apart = 'with a as materialized (select x.id from account x) select a.id from a limit length($1)'
  expect(await faults(apart)).toContain('Distributed Subplan')
})

/** The plan that `explain` shows for a tenant, in its transaction. */
async function planOf(text: string): Promise<string> {
  await session.query('begin')
  try {
    await session.query(`select app.set_tenant('${TENANT}')`)
    await session.query(`prepare planned as ${text}`)
    const { rows } = await session.query(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'`,
    )
    const types: readonly string[] = rows[0].types
    const values = types.map((type, at) => (text.includes(`time zone $${at + 1}`) ? "'UTC'" : sampleOf(type)))
    const list = values.length === 0 ? '' : `(${values.join(', ')})`
    const plan = await session.query(`explain (costs off) execute planned${list}`)
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await session.query('rollback')
    await session.query('deallocate all')
  }
}

/** No value is null: the planner drops a condition that nothing can meet, and with it the task. */
function sampleOf(type: string): string {
  if (type.endsWith('[]')) {
    const one = sampleOf(type.slice(0, -2))
    return `array[${one}, ${one}]::${type}`
  }
  const sample = samples[type]
  if (sample === undefined) throw new Error(`type ${type} of a parameter has no sample value`)
  return `'${sample}'::${type}`
}

const samples: Readonly<Record<string, string>> = {
  // Any text may be that of the tenant.
  text: TENANT,
  name: TENANT,
  uuid: '019c13ec-9e00-7000-854b-b3ee23565fa4',
  'timestamp with time zone': '2026-01-31T12:00:00Z',
  interval: '1 second',
  jsonpath: '$.friendsInDay >= 1',
  date: '2026-01-31',
  smallint: '1',
  integer: '1',
  bigint: '1',
  numeric: '1',
  'double precision': '1',
  boolean: 'true',
  bytea: 'x',
  json: '{}',
  jsonb: '[]',
}

/** A statement on the directory may have no task: each node has all of it. */
function faultsOf(plan: string, isOfTenant: boolean): readonly string[] {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  const isOneTask = tasks.length === 1 ? tasks[0] === 1 : tasks.length === 0 && !isOfTenant
  return [
    ...(isOneTask ? [] : [tasks.length === 0 ? 'no task' : `${tasks.join(' + ')} tasks`]),
    ...['pull to coordinator', 'Distributed Subplan', 'Repartition'].filter((it) => plan.includes(it)),
  ]
}
