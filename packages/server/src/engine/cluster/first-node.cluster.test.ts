import { afterAll, expect, test } from 'vitest'
import { GrowingDatabase } from '../../testing/cluster/growing-database.ts'
import { everyRow, execute } from '../../testing/database/every-table.ts'
import { tenantAt } from '../../testing/test-tenant.ts'
import { readClusterState } from './cluster-state.ts'

const growing = await GrowingDatabase.create()
const { owner, address, aliases } = growing
afterAll(() => growing.drop())

test('a database that was distributed on one node from its first migration on gets workers, and is rebalanced under writes', async () => {
  await execute(address, 'create extension citus')
  await growing.migrate()
  const alone = await growing.openService()
  for (const alias of aliases) await tenantAt(alone, alias).referrer('before')
  expect(await readClusterState(owner)).toMatchObject({ isCoordinator: true, notDistributed: [] })
  await alone.close()
  const rows = await everyRow(address)

  await growing.addWorkers()
  expect(await everyRow(address)).toEqual(rows)
  await growing.expectDrainingUnderWrites()
})
