import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { tenantTablesIn } from './catalog.ts'
import { checkedStatements } from './checked-statements.ts'
import { directoryTables, smallTables } from './exceptions.ts'
import { planForTenant } from './generic-plan.ts'
import { databases } from './plan-databases.ts'
import { bigTables, type PlanNode, wholeReads } from './plan-rules.ts'

const planners: (readonly [state: string, planOf: (text: string) => Promise<PlanNode>])[] = []
for (const [state, open] of Object.entries(databases)) planners.push([state, await planner(open)])

test.for([...checkedStatements])(
  '%s reads no more of a tenant than it is asked for, whatever PostgreSQL knows of its rows',
  async ([, text]) => {
    for (const [state, planOf] of planners) expect(wholeReads(await planOf(text)), state).toEqual([])
  },
)

test('a condition that no index serves is found, and so is a whole table', async () => {
  const { service } = await createTestDatabase()
  const session = await service.pool.connect()
  const planOf = (text: string) => planForTenant(session, text)
  const ofTenant = 'select id from account_user where tenant_id = $1'
  const byTenant = [expect.stringMatching(/^Index Scan of account_user by \(tenant_id = .*, filtered by /)]
  expect(wholeReads(await planOf(`${ofTenant} and first_name = $2`))).toEqual(byTenant)
  expect(wholeReads(await planOf(`${ofTenant} and first_name = $2 limit 1`))).toEqual(byTenant)
  expect(wholeReads(await planOf(`${ofTenant} order by id limit 1`))).toEqual([])
  await session.query('set enable_seqscan = on; set enable_indexscan = off; set enable_bitmapscan = off')
  expect(wholeReads(await planOf(ofTenant))).toEqual([expect.stringMatching(/^Seq Scan of account_user/)])
  session.release(true)
})

test('every big table is checked', async () => {
  const { service } = await createTestDatabase()
  const tables = await tenantTablesIn(service, directoryTables)
  const months = /^click_\d+/
  expect([...tables].filter((it) => !smallTables.includes(it) && !months.test(it)).sort()).toEqual(
    [...bigTables].sort(),
  )
})

/** Plans statements for unknown values as the service does: in its role, for a tenant, under row-level security. */
async function planner(open: () => Promise<TestDatabase>): Promise<(text: string) => Promise<PlanNode>> {
  const { service } = await open()
  const session = await service.pool.connect()
  afterAll(() => session.release(true))
  return (text) => planForTenant(session, text)
}
