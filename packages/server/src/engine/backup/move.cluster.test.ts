import { join } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import { countStatistics } from '../../reporting/statistics/counting/count-statistics.ts'
import { recountStatistics } from '../../reporting/statistics/recount-statistics.ts'
import { createDatabase, dropDatabase } from '../../testing/database/database-server.ts'
import { everyRow, execute, fillEveryTable } from '../../testing/database/every-table.ts'
import { startTemporaryServer } from '../../testing/database/start-server.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { testContext } from '../../testing/test-context.ts'
import { tenantAt } from '../../testing/test-tenant.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { type Database, type DatabaseAddress, openDatabase } from '../driver/database.ts'
import { migrate } from '../schema/migrate.ts'
import { ensureServiceLogin } from '../schema/service-login.ts'
import { makeSecretKey } from '../secrets/secret-key.ts'
import { SecretKeys } from '../secrets/secret-keys.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const service = await fillEveryTable()
const { address } = service
const plain = await startTemporaryServer({ programs: '', settings: {} })
const folder = temporaryFolder()
const progress = () => undefined
const keys = new SecretKeys([makeSecretKey()])
const encrypted = { keys, isEncrypted: true }
let plainDatabases = 0
afterAll(() => plain.stop())

test('every row comes back as it was from a cluster to one server and to a cluster, which the service then writes to', async () => {
  const before = await everyRow(address)
  expect(before.filter(({ rows }) => rows.length === 0)).toEqual([])
  const onPlain = await migratedPlainDatabase()
  await move(address, onPlain, 'from-cluster')
  expect(await everyRow(onPlain)).toEqual(before)

  const onCluster = await migratedClusterDatabase()
  await move(onPlain, onCluster, 'from-plain')
  expect(await everyRow(onCluster)).toEqual(before)

  const owner = opened(onCluster)
  const db = openDatabase(await ensureServiceLogin(owner, onCluster, 'a password'), 'service', 2, NO_TIMEOUTS)
  onTestFinished(() => db.close())
  await tenantAt(db, service.other.alias).referrer('newcomer')
  expect(await brokenInvariants(owner, service.other.alias)).toEqual([])
})

test('each tenant in a backup of a cluster with writers is from one moment, and is in the directory', async () => {
  const { signal } = new AbortController()
  const shops = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (it) => {
      const { live } = await createTenant(service.operator, { alias: `shop_${it}` })
      const shop = merchantAt(service.call, live)
      const code = await shop.user('referrer')
      // Events are added to the statistics as they are published from then on.
      await countStatistics(service.ctx, live.alias, signal)
      return { shop, alias: live.alias, code }
    }),
  )
  // Every connection to a node has a snapshot of its own, and Citus opens as many as there are parts of a table.
  await execute(
    address,
    `do $$ begin
    execute format('alter database %I set citus.force_max_query_parallelization to on', current_database());
  end $$`,
  )
  let isOver = false
  const written = shops.map(() => 0)
  const total = () => written.reduce((sum, it) => sum + it, 0)
  const writers = shops.map(async ({ shop, alias, code }, index) => {
    for (let number = 1; !isOver; number += 1) {
      await shop.friend(`friend_${number}`, code)
      await shop.pay(`friend_${number}`)
      await publishEvents(service.ctx, alias, signal)
      written[index] = number
    }
  })
  const founder = (async () => {
    for (let number = 1; !isOver; number += 1)
      await createTenant(service.operator, { alias: `founded_${number}` })
  })()
  const file = join(folder, 'meanwhile')
  await expect.poll(() => Math.min(...written)).toBeGreaterThan(0)
  const before = total()
  await writeBackup(address, file, encrypted, progress).finally(() => {
    isOver = true
  })
  await Promise.all([...writers, founder])
  // Else there was nothing that the backup could have seen a part of.
  expect(total() - before).toBeGreaterThan(2 * shops.length)

  const onPlain = await migratedPlainDatabase()
  await restoreBackup(onPlain, file, keys.all, { progress })
  const owner = opened(onPlain)
  const operator = testContext(owner, { now: Date.now })
  for (const { alias } of shops) {
    expect(await brokenInvariants(owner, alias), alias).toEqual([])
    expect(
      (await owner.query<{ days: number }>(daysWithConversions, [alias]))[0]?.days,
      alias,
    ).toBeGreaterThan(0)
    // Statistics that were added up event by event equal a count of all rows.
    expect(await recountStatistics(operator, alias)).toMatchObject({ differences: 0 })
  }
  const tenants = await namesIn(owner, 'select id as name from app.tenant order by 1')
  expect(tenants.length).toBeGreaterThan(2 * shops.length)
  expect(await namesIn(owner, 'select tenant_id as name from app.program order by 1')).toEqual(tenants)
  for (const table of ['api_key', 'signing_key']) {
    const named = await namesIn(owner, `select distinct tenant_id as name from app.${table} order by 1`)
    expect(named, table).toEqual(tenants)
  }
})

const daysWithConversions = {
  name: '',
  text: `select count(*)::int4 as days from app.statistic_count c
    where c.tenant_id = $1 and c.metric = 'CONVERTED' and c.period = 'DAY' and c.amount > 0`,
}

async function move(from: DatabaseAddress, to: DatabaseAddress, name: string): Promise<void> {
  const file = join(folder, name)
  await writeBackup(from, file, encrypted, progress)
  await restoreBackup(to, file, keys.all, { progress })
}

async function migratedPlainDatabase(): Promise<DatabaseAddress> {
  plainDatabases += 1
  const database = `moved_${plainDatabases}`
  const server = openDatabase(plain.connection, 'owner', 1)
  await server.query({ name: '', text: `create database ${database}` }, [])
  await server.close()
  const made = { ...plain.connection, database }
  await migrate(opened(made))
  return made
}

async function migratedClusterDatabase(): Promise<DatabaseAddress> {
  const server = inject('databaseServer')
  await createDatabase(server, 'moved', 'template')
  onTestFinished(() => dropDatabase(server, 'moved'))
  return { ...server, database: 'moved' }
}

function opened(at: DatabaseAddress): Database {
  const db = openDatabase(at, 'owner', 2, NO_TIMEOUTS)
  onTestFinished(() => db.close())
  return db
}

async function namesIn(owner: Database, text: string): Promise<readonly TenantId[]> {
  const rows = await owner.query<{ name: TenantId }>({ name: '', text }, [])
  return rows.map((it) => it.name)
}
