import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, expect, inject, test } from 'vitest'
import { readTenantShard } from '../engine/cluster/tenant-shard.ts'
import { openDatabase, type ServiceAddress } from '../engine/driver/database.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, tenantAt } from '../testing/test-tenant.ts'
import { enqueue, startTestWorker, TEST_KIND, testRunner } from '../testing/test-worker.ts'
import { jobHandlers } from './handlers.ts'
import type { JobHandler } from './job-handler.ts'

const db = await createTestDatabase()
const { port } = inject('databaseServer')
const service = openDatabase(
  { ...db.serviceAddress, port, isDistributed: true } as ServiceAddress,
  'service',
  4,
  NO_TIMEOUTS,
)
afterAll(() => service.close())
const ctx = testContext(service, { now: Date.now })

const NO_SERVER = 1
const sql = (text: string, values: readonly unknown[] = []) => db.owner.query({ name: '', text }, values)

test('while a node is down, jobs of tenants on other nodes run and their events are published; then those on it', async () => {
  const [here, there] = await tenantsOnTwoNodes()
  const lost = await readTenantShard(db.owner, there)
  const lostPort = Number(lost.node.split(':')[1])
  await tenantAt(service, there).referrer('before')
  await enqueue(ctx, there, 'enqueued before')

  // As if it were stopped, for this database alone.
  await sql('update pg_dist_node set nodeport = $1 where nodeport = $2', [NO_SERVER, lostPort])
  const ran: string[] = []
  const handler: JobHandler = {
    async run(_ctx, tenantId, subject) {
      ran.push(`${tenantId}: ${subject}`)
      return null
    },
  }
  const { runner, lines } = testRunner(ctx, handler.run, {
    handlers: { ...jobHandlers, [TEST_KIND]: handler },
  })
  startTestWorker(runner)
  await tenantAt(service, here).referrer('meanwhile')
  await enqueue(ctx, here, 'meanwhile')
  await expect.poll(() => ran).toEqual([`${here}: meanwhile`])
  await expect.poll(() => publishedOf(here)).toBeGreaterThan(0)
  await enqueue(ctx, here, 'later', Date.now() + 100)
  await expect.poll(() => ran).toEqual([`${here}: meanwhile`, `${here}: later`])
  expect(lines.filter((it) => it.err !== undefined)).toHaveLength(1)

  await sql('update pg_dist_node set nodeport = $2 where nodeport = $1', [NO_SERVER, lostPort])
  await expect.poll(() => ran).toContain(`${there}: enqueued before`)
  await expect.poll(() => publishedOf(there)).toBeGreaterThan(0)
})

/** Tenants on different nodes, neither of which is the one that the service is connected to. */
async function tenantsOnTwoNodes(): Promise<readonly [TenantId, TenantId]> {
  await sql("insert into merchant values ('00000000-0000-7000-8000-000000000001', 'Shops', now())")
  const first = await makeTenant(0)
  const { node } = await readTenantShard(db.owner, first)
  for (let number = 1; ; number += 1) {
    const next = await makeTenant(number)
    if ((await readTenantShard(db.owner, next)).node !== node) return [first, next]
  }
}

async function makeTenant(number: number): Promise<TenantId> {
  const { id } = await makeTestTenant(db, `tenant_${number}`)
  await sql("insert into tenant select $1, m.id, 'live', now() from merchant m", [id])
  return id
}

async function publishedOf(tenant: TenantId): Promise<number> {
  const text = 'select count(*)::int4 as events from app.published_event where tenant_id = $1'
  const [row] = await db.owner.query<{ events: number }>({ name: '', text }, [tenant])
  return row?.events ?? 0
}
