import { resolve } from 'node:path'
import type { EventId, TenantId } from '@goodword/domain/ids'
import { type NodeProgram, startNode } from '@goodword/testing/node-program'
import { afterAll, expect, test, vi } from 'vitest'
import { insertEvents } from '../store/events/events.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const { owner, service, serviceAddress } = await createTestDatabase()
const ctx = testContext(service, { now: () => Date.now() })
const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

const LEASE_MS = 2000
const KILLS = 4
const names = Array.from({ length: 4 }, (_, index) => `publisher_${index}` as TenantId)
/** Of a tenant, before each kill. */
const TRANSACTIONS = 60
const EVENTS = KILLS * names.length * TRANSACTIONS
/** Far longer than it takes. */
const PATIENT = { timeout: 100_000, interval: 20 }

const running: NodeProgram[] = []
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
})

async function startProcess(): Promise<NodeProgram> {
  const file = resolve(import.meta.dirname, '../testing/publisher-process.ts')
  const program = startNode([file, JSON.stringify(serviceAddress), `${LEASE_MS}`], { env: {} })
  running.push(program)
  await program.waitForOutput(/started/)
  return program
}

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

test('I30: of events whose publishers are killed again and again each gets one position, and is consumed once', async () => {
  await query('create table app.consumed (tenant_id text collate "C", position int8, event_id uuid)')
  await query("select app.distribute('app.consumed', 'tenant')")
  await query('grant select, insert on app.consumed to public')
  for (const name of names) await query(`insert into app.program values ('${name}', 1, '{}', now())`)
  const programs = [await startProcess(), await startProcess()]
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await published()
    const written = writeEvents()
    await vi.waitFor(async () => expect(await published()).toBeGreaterThan(before + 10), PATIENT)
    const killed = programs.shift()
    killed?.child.kill('SIGKILL')
    await killed?.ended
    programs.push(await startProcess())
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
