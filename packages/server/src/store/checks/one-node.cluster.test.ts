import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { checkedStatements } from './checked-statements.ts'

const { service } = await createTestDatabase()
const session = await service.pool.connect()
afterAll(() => session.release(true))
beforeAll(async () => void (await session.query('set client_min_messages to warning')))

const TENANT = 'test_acme'

test.for([...checkedStatements])('%s is one task on one node', async ([, text]) => {
  expect(faultsOf(await planOf(text))).toEqual([])
})

/** What `explain` says for a tenant, and for other values that select nothing. */
async function planOf(text: string): Promise<string> {
  await session.query('begin')
  try {
    await session.query(`select app.set_tenant('${TENANT}')`)
    await session.query(`prepare planned as ${text}`)
    const { rows } = await session.query(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'`,
    )
    const types: string[] = rows[0].types
    const values = types.map((_, index) => (index === 0 ? `'${TENANT}'` : 'null'))
    const list = values.length === 0 ? '' : `(${values.join(', ')})`
    const plan = await session.query(`explain (costs off) execute planned${list}`)
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await session.query('rollback')
    await session.query('deallocate all')
  }
}

/** A statement on the directory alone has no task: each node has all of it. */
function faultsOf(plan: string): readonly string[] {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  const isOneTask = tasks.length === 0 || (tasks.length === 1 && (tasks[0] ?? 0) <= 1)
  return [
    ...(isOneTask ? [] : [`${tasks.join(' + ')} tasks`]),
    ...['pull to coordinator', 'Distributed Subplan', 'Repartition'].filter((it) => plan.includes(it)),
  ]
}
