import { randomUUID } from 'node:crypto'
import type { AccountId, TenantId } from '@goodword/domain/ids'
import { afterAll, expect, inject, test } from 'vitest'
import { createTenant } from '../../operations/tenants/create-tenant.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { parseSecretKey } from '../../platform/secrets/secret-key.ts'
import { prepareStorage } from '../../start/prepare-storage.ts'
import { createOnNodes } from '../../testing/cluster/distributed-database.ts'
import { dropDatabase, onServer, withShards } from '../../testing/database/database-server.ts'
import { everyRow, execute } from '../../testing/database/every-table.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testContext } from '../../testing/test-context.ts'
import { tenantAt } from '../../testing/test-tenant.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { type Database, openDatabase } from '../driver/database.ts'
import { migrate } from '../schema/migrate.ts'
import { readClusterState } from './cluster-state.ts'
import { distributeTables } from './distribute-tables.ts'

const server = inject('databaseServer')
const workers = server.workers ?? []
const database = `grown_${randomUUID().replaceAll('-', '')}`
const address = { ...server, database }
const secretKey = 'ab'.repeat(32)
const env = { DATABASE_URL: urlOf(server.port), SECRET_KEY: secretKey, PORT: '0' }
const aliases = ['shop_a', 'shop_b', 'shop_c', 'shop_d'].map((it) => it as TenantId)
const opened: Database[] = []
afterAll(async () => {
  for (const db of opened) await db.close()
  await dropDatabase(server, database)
})

test('a database of one server is distributed in place, gets workers, and is rebalanced under writes', async () => {
  await onServer(server, `create database ${database}`)
  const owner = opening(openDatabase(address, 'owner', 2, NO_TIMEOUTS))
  await migrate(owner)
  await owner.query(withShards(2), [])
  const operator = testContext(owner, { now: Date.now }, { secretBox: createSecretBox(keyOf(secretKey)) })
  for (const alias of aliases) await createTenant(operator, { alias })
  const storage = {
    owner: address,
    service: null,
    secretKey: keyOf(secretKey),
    location: null,
    close: async () => undefined,
  }
  const open = async () =>
    openDatabase(await prepareStorage(storage, () => undefined), 'service', 4, NO_TIMEOUTS)
  const alone = await open()
  for (const alias of aliases) await tenantAt(alone, alias).referrer('before')

  expect(await distribute()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The database has no Citus/),
  })
  await execute(address, 'create extension citus')
  expect(await distribute()).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The service has \d+ conn/),
  })
  await alone.close()

  // A migration that ran in between has left its table beside the others.
  await execute(address, `create table app.probe (tenant_id text collate "C" not null primary key)`)
  await execute(address, `select app.distribute('app.probe', 'tenant')`)
  const rows = await everyRow(address)
  await expect(distributeTables(address, interruptAt(20))).rejects.toThrow('interrupted')
  await expect(open()).rejects.toThrow(/^The distribution of the tables was interrupted/)
  const finished = JSON.parse((await distribute()).output)
  expect(finished.distributed).toContain('probe')
  expect(finished.distributed).not.toContain('program')
  expect(await everyRow(address)).toEqual(rows)
  expect(await readClusterState(owner)).toMatchObject({ isCoordinator: true, notDistributed: [] })
  const kept = `select sum(pg_relation_size(p.logicalrelid))::int4 as bytes from pg_dist_partition p`
  expect(await owner.query({ name: '', text: kept }, [])).toEqual([{ bytes: 0 }])

  await createOnNodes(workers, database)
  await execute(address, `select citus_set_coordinator_host('${server.host}', ${server.port})`)
  for (const { port } of workers) await execute(address, `select citus_add_node('${server.host}', ${port})`)
  expect(JSON.parse((await distribute()).output)).toEqual({ distributed: [] })
  const [first, ...others] = await Promise.all([server, ...workers].map(({ port }) => rightsAt(port)))
  expect(first?.length).toBeGreaterThan(500)
  for (const rights of others) expect(rights).toEqual(first)

  const service = opening(await open())
  let isOver = false
  const acknowledged = Promise.all(
    aliases.map(async (alias) => {
      let count = 0
      for (; !isOver; count += 1) await tenantAt(service, alias).referrer(`during_${count}` as AccountId)
      return count
    }),
  )
  // Tables that are not logged cannot be moved beside writes.
  await execute(address, 'alter table app.click_salt set logged')
  await execute(
    address,
    `select citus_set_node_property('${server.host}', ${server.port}, 'shouldhaveshards', false)`,
  )
  await execute(address, 'select citus_rebalance_start(drain_only => true)')
  await execute(address, 'select citus_rebalance_wait()').finally(() => {
    isOver = true
  })
  await execute(address, 'alter table app.click_salt set unlogged')
  const counts = await acknowledged

  const state = await readClusterState(owner)
  expect(state?.nodes.map((it) => it.node)).toEqual(workers.map((it) => `${server.host}:${it.port}`).sort())
  expect(state?.nodes.reduce((sum, it) => sum + it.tenants, 0)).toBe(2 * aliases.length)
  for (const [index, alias] of aliases.entries()) {
    expect(await brokenInvariants(owner, alias)).toEqual([])
    const text = 'select count(*)::int4 as accounts from app.account where tenant_id = $1'
    // One of them is from before.
    expect(await owner.query({ name: '', text }, [alias])).toEqual([{ accounts: (counts[index] ?? 0) + 1 }])
    expect(counts[index]).toBeGreaterThan(0)
  }
})

function distribute() {
  return runCommand(env, 'cluster', 'distribute')
}

function interruptAt(table: number): (done: number) => void {
  return (done) => {
    if (done === table) throw new Error('interrupted')
  }
}

/** Rights of the roles of the service at a node. */
async function rightsAt(port: number): Promise<readonly string[]> {
  const node = openDatabase({ ...address, port }, 'owner', 1)
  const rows = await node.query<{ right: string }>({ name: '', text: rights }, [])
  await node.close()
  return rows.map((it) => it.right)
}

const rights = `
with role as (
  select r.rolname as name from pg_roles r
  where r.rolname = 'goodword_service' or starts_with(r.rolname, 'goodword_service_')
)
select concat_ws(' ', grantee, table_schema, table_name, column_name, privilege_type) as right
from information_schema.column_privileges join role on grantee = role.name
union all
select concat_ws(' ', grantee, routine_schema, routine_name, privilege_type)
from information_schema.routine_privileges join role on grantee = role.name
union all
select concat_ws(' ', p.proname, has_function_privilege('public', p.oid, 'execute'))
from pg_proc p where p.pronamespace = 'app'::regnamespace
union all
select concat_ws(' ', 'public may create temporary tables:', has_database_privilege('public', current_database(), 'temporary'))
order by 1`

function opening(db: Database): Database {
  opened.push(db)
  return db
}

function keyOf(text: string) {
  return parseSecretKey(text) ?? expect.fail('the secret key is not valid')
}

function urlOf(port: number): string {
  return `postgresql://${server.user}@${server.host}:${port}/${database}`
}
