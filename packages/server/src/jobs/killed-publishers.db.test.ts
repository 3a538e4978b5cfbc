import type { EventId, TenantId } from '@goodword/domain/values/ids'
import { expect, test, vi } from 'vitest'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'
import { insertEvents } from '../tracking/rows/events/events.ts'

const { owner, service, serviceAddress } = await createTestDatabase()
const ctx = testContext(service, { now: () => Date.now() })
const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

const LEASE_MS = 2000
const KILLS = 4
const names = Array.from({ length: 4 }, (_, index) => `publisher_${index}` as TenantId)
/** The number of transactions of a tenant before each kill. */
const TRANSACTIONS = 60
const EVENTS = KILLS * names.length * TRANSACTIONS

const workers = workerProcesses('publishing-worker', { address: serviceAddress, leaseMs: LEASE_MS })

async function published(): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*) from app.published_event')
  return row?.count ?? 0
}

async function writeEvents(): Promise<void> {
  const outcome = { type: 'test', reason: 'TEST_REQUESTED', account: null } as const
  const write = (name: TenantId) =>
    ctx.writeTenant(name, async (tx) =>
      insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'server', outcome }]),
    )
  for (let count = 0; count < TRANSACTIONS; count += 1) await Promise.all(names.map(write))
}

test('I30: each event whose publishers are killed again and again gets one position, and is consumed once', async () => {
  await query('create table app.consumed (tenant_id text collate "C", position int8, event_id uuid)')
  await query("select app.distribute('app.consumed', 'tenant')")
  await query('grant select, insert on app.consumed to public')
  for (const name of names) await query(`insert into app.program values ('${name}', 1, '{}', now())`)
  await workers.start()
  await workers.start()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await published()
    const written = writeEvents()
    await vi.waitFor(async () => expect(await published()).toBeGreaterThan(before + 10), PATIENT)
    await workers.replaceOldest()
    await written
  }
  await vi.waitFor(async () => expect(await published()).toBe(EVENTS), PATIENT)
  const feeds = `select p.tenant_id, count(*) as events, count(distinct p.event_id) as ids, min(p.position) as first,
      max(p.position) as last, (select f.last_position from app.event_feed f where f.tenant_id = p.tenant_id) as counted
    from app.published_event p group by p.tenant_id order by p.tenant_id`
  const each = KILLS * TRANSACTIONS
  expect(await query(feeds)).toEqual(
    names.map((name) => {
      return { tenant_id: name, events: each, ids: each, first: 1, last: each, counted: each }
    }),
  )
  const differences = `select count(*) from (
      (table app.consumed except all select tenant_id, position, event_id from app.published_event)
      union all
      (select tenant_id, position, event_id from app.published_event except all table app.consumed)
    ) as differences`
  expect(await query(differences)).toEqual([{ count: 0 }])
  expect(await query('select count(*) from app.event_outbox')).toEqual([{ count: 0 }])
  expect(await query('select count(*) from app.event')).toEqual([{ count: EVENTS }])
})
