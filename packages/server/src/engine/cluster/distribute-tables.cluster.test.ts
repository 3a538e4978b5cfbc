import { afterAll, expect, test } from 'vitest'
import { GrowingDatabase } from '../../testing/cluster/growing-database.ts'
import { everyRow, execute } from '../../testing/database/every-table.ts'
import { endPrograms, startProgram } from '../../testing/program.ts'
import { tenantAt } from '../../testing/test-tenant.ts'
import { readClusterState } from './cluster-state.ts'
import { readLocalTables } from './distribute-tables.ts'

const growing = await GrowingDatabase.create()
const { owner, address, aliases } = growing
afterAll(() => growing.drop())

test('a database of one server is distributed in place, gets workers, and is rebalanced under writes', async () => {
  await growing.migrate()
  const alone = await growing.openService()
  for (const alias of aliases) await tenantAt(alone, alias).referrer('before')

  expect(await growing.distribute()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The database has no Citus/),
  })
  await execute(address, 'create extension citus')
  expect(await growing.distribute()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The service has \d+ conn/),
  })
  await alone.close()

  // A migration that ran in between has left its table beside the others.
  await execute(address, `create table app.probe (tenant_id text collate "C" not null primary key)`)
  await execute(address, `select app.distribute('app.probe', 'tenant')`)
  const rows = await everyRow(address)
  await killAtTable(20)
  await expect(growing.openService()).rejects.toThrow(/^The distribution of the tables was interrupted/)
  const finished = JSON.parse((await growing.distribute()).output)
  expect(finished.distributed).toContain('probe')
  expect(finished.distributed).not.toContain('program')
  expect(await everyRow(address)).toEqual(rows)
  expect(await readClusterState(owner)).toMatchObject({ isCoordinator: true, notDistributed: [] })
  const kept = `select sum(pg_relation_size(p.logicalrelid))::int4 as bytes from pg_dist_partition p`
  expect(await owner.query({ name: '', text: kept }, [])).toEqual([{ bytes: 0 }])

  await growing.addWorkers()
  await growing.expectDrainingUnderWrites()
})

/** Kills a process that distributes the tables while it waits for one of them. */
async function killAtTable(place: number): Promise<void> {
  const holder = await owner.pool.connect()
  try {
    const table = (await readLocalTables(holder))[place]?.name
    await holder.query('begin')
    await holder.query(`lock table ${table} in row exclusive mode`)
    const program = startProgram('cli/main.ts', growing.env, { args: ['cluster', 'distribute'] })
    const waiting = `select from pg_locks l where l.relation = '${table}'::regclass and not l.granted`
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(0)
    await endPrograms([program], 'SIGKILL')
    await holder.query('rollback')
    // The server finds out that the process is gone when it responds to it.
    const sessions = `select from pg_locks l where l.locktype = 'advisory' and l.database = (
      select d.oid from pg_database d where d.datname = current_database())`
    await expect.poll(async () => (await holder.query(sessions)).rowCount).toBe(0)
    expect((await readLocalTables(holder)).map(({ name }) => name)).toContain(table)
  } finally {
    holder.release()
  }
}
