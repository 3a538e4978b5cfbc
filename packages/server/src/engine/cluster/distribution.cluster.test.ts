import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { clusterChecks } from '../../cli/doctor/checks/cluster-checks.ts'
import { deleteClickSalts, dropClickMonth, openClickMonths } from '../../referring/clicks/rows/clicks.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { tenantTablesIn } from '../../testing/checks/catalog.ts'
import { directoryTables } from '../../testing/checks/exceptions.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { laterMigrationNames, laterMigrations } from '../../testing/later-release/later-release.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, tenantAt } from '../../testing/test-tenant.ts'
import { type Database, openDatabase, type ServiceAddress } from '../driver/database.ts'
import { migrate } from '../schema/migrate.ts'
import { readClusterState } from './cluster-state.ts'

const db = await createTestDatabase()
const coordinator = inject('databaseServer')
const ports = [coordinator, ...(coordinator.workers ?? [])].map((it) => it.port)
const owners = ports.map((port) =>
  openDatabase({ ...db.address, port } as typeof db.address, 'owner', 4, NO_TIMEOUTS),
)
const services = ports.map((port) =>
  openDatabase({ ...db.serviceAddress, port } as ServiceAddress, 'service', 2, NO_TIMEOUTS),
)
const [atCoordinator, atWorker] = services as [Database, Database]
afterAll(() => Promise.all([...owners, ...services].map((it) => it.close())))

test('the migrations distribute tables of tenants by tenant, and copy the directory to each node', async () => {
  const rows = await query<{ name: string; kind: string }>(
    db.owner,
    `select c.relname as name, case t.partmethod when 'h' then 'distributed' else 'reference' end as kind
     from pg_dist_partition t
     join pg_class c on c.oid = t.logicalrelid
     where c.relnamespace = 'app'::regnamespace and not c.relispartition`,
  )
  const ofKind = (kind: string) => rows.flatMap((it) => (it.kind === kind ? [it.name] : [])).sort()
  const tenantTables = [...(await tenantTablesIn(db.owner, directoryTables))]
  expect(ofKind('reference')).toEqual([...directoryTables].sort())
  expect(ofKind('distributed')).toEqual(tenantTables.filter((it) => !/^click_\d/.test(it)).sort())
})

test('the role of the service can log in to each node, with the same rights', async () => {
  const { name } = (await query<{ name: string }>(db.service, 'select session_user as name'))[0] ?? {
    name: '',
  }
  const [first, ...others] = await Promise.all(
    owners.map((owner) =>
      query<{ right: string }>(
        owner,
        `select 'login' as right from pg_roles where rolname = '${name}' and rolcanlogin
         union all
         select concat_ws(' ', table_schema, table_name, column_name, privilege_type)
         from information_schema.column_privileges where grantee = '${name}'
         union all
         select concat_ws(' ', routine_schema, routine_name, privilege_type)
         from information_schema.routine_privileges where grantee = '${name}'
         order by 1`,
      ),
    ),
  )
  expect(first?.length).toBeGreaterThan(500)
  for (const rights of others) expect(rights).toEqual(first)
})

test('a service sees and writes rows of the tenant that it serves alone, through any node', async () => {
  const [one, two] = [await makeTestTenant(db, 'one'), await makeTestTenant(db, 'two')]
  for (const [index, service] of services.entries()) {
    const there = tenantAt(service, one.id)
    await there.referrer(`account_${index}`)
    await two.referrer(`account_${index}`)
    expect(await accountsSeen(service, one.id)).toEqual(Array(index + 1).fill('one'))
  }
  const client = await atWorker.pool.connect()
  await client.query('begin')
  await client.query("select app.set_tenant('two')")
  const stranger = "insert into test_clock (tenant_id, ahead_ms) values ('test_one', 1)"
  await expect(client.query(stranger)).rejects.toMatchObject({ code: '42501' })
  client.release(true)
})

test('programs are created at the same time, although each locks the directory', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index)
  const operator = testContext(owners[0] as Database, { now: Date.now })
  const made = await Promise.all(numbers.map((it) => createTenant(operator, { alias: `parallel_${it}` })))
  expect(made.map((it) => it.live.alias)).toEqual(numbers.map((it) => `parallel_${it}`))
})

test('a later release distributes its tables, and replaces functions on each node', async () => {
  const folder = await laterMigrations(temporaryFolder(onTestFinished))
  expect(await migrate(db.owner, { folder })).toEqual(laterMigrationNames)
  const alike = `select count(distinct colocationid) as groups from pg_dist_partition
    where logicalrelid in ('app.program'::regclass, 'app.account_label'::regclass)`
  expect(await query(db.owner, alike)).toEqual([{ groups: 1 }])
  const replaced = query(atWorker, 'select app.expect_update(true)')
  await expect(replaced).rejects.toThrow('wrote no row where one was due')
})

test('a worker refuses migrations and names the coordinator', async () => {
  await expect(prepareDatabase(owners[1] as Database, () => undefined)).rejects.toThrow(
    `The coordinator is 127.0.0.1:${ports[0]}:`,
  )
})

test('a service that is connected to a worker opens and drops months of clicks, and forgets salts', async () => {
  await query(db.owner, `select app.open_click_months(now() - interval '500 days')`)
  const before = await months(db.owner)
  expect(before.length).toBeGreaterThan(15)
  expect(await dropClickMonth(atWorker, Date.now())).toBe(before[0])
  expect(await dropClickMonth(atCoordinator, Date.now())).toBe(before[1])
  await openClickMonths(atWorker)
  for (const owner of owners) expect(await months(owner)).toEqual(before.slice(2))
  await query(
    db.owner,
    `insert into app.click_salt (tenant_id, day, salt)
     values ('a', current_date - 1, 'x'), ('a', current_date, 'y'), ('b', current_date, 'z')`,
  )
  await deleteClickSalts(atWorker)
  const salts = await query(db.owner, `select tenant_id, salt::text from app.click_salt order by 1`)
  expect(salts).toEqual([
    { tenant_id: 'a', salt: '\\x79' },
    { tenant_id: 'b', salt: '\\x7a' },
  ])
})

test('the doctor reports nodes, tables and balance', async () => {
  for (let number = 0; number < 20; number += 1) await makeTestTenant(db, `tenant_${number}`)
  const state = await readClusterState(db.owner)
  expect(state).toMatchObject({ isCoordinator: true, unreachable: [], notDistributed: [] })
  expect(state?.nodes.map((it) => it.node)).toEqual(
    ports
      .slice(1)
      .map((port) => `127.0.0.1:${port}`)
      .sort(),
  )
  const tenants = await query(db.owner, 'select tenant_id from app.program')
  expect(state?.nodes.reduce((sum, it) => sum + it.tenants, 0)).toBe(tenants.length)
  for (const { tenants, bytes } of state?.nodes ?? []) {
    expect(tenants).toBeGreaterThan(0)
    expect(bytes).toBeGreaterThan(0)
  }
  await query(db.owner, 'create table app.stray (tenant_id text primary key)')
  onTestFinished(async () => void (await query(db.owner, 'drop table app.stray')))
  expect(await readClusterState(db.owner)).toMatchObject({ notDistributed: ['stray'] })
  expect(await readClusterState(owners[1] as Database)).toMatchObject({ isCoordinator: false })
  expect(clusterChecks(state as NonNullable<typeof state>).map((it) => it.ok)).toEqual([true, true, true])
})

async function accountsSeen(service: Database, tenant: string): Promise<readonly string[]> {
  const client = await service.pool.connect()
  await client.query('begin')
  await client.query('select app.set_tenant($1)', [tenant])
  const { rows } = await client.query('select tenant_id from account')
  await client.query('commit')
  client.release()
  return rows.map((it) => it.tenant_id)
}

async function months(owner: Database): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    owner,
    `select c.relname as name
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'app.click'::regclass
     order by 1`,
  )
  return rows.map((it) => it.name)
}

function query<Row>(database: Database, text: string): Promise<Row[]> {
  return database.query<Row>({ name: '', text }, [])
}
