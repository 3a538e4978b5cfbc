import type { AccountKey, EventId, TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import type { Context, Transaction } from '../../frame/context.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../testing/test-tenant.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import type { PublishedEvent } from '../events/event-consumer.ts'
import { readEvents } from '../events/read-events.ts'
import { publishEvents } from './publish-events.ts'

const db = await createTestDatabase()
const { signal } = new AbortController()
const EVERYTHING = {
  type: null,
  accountId: null,
  order: 'oldest',
  after: null,
  limit: 1000,
  countAll: false,
} as const

/** Writes events of the type `test` without a record; returns their IDs. */
function writeTests(tx: Transaction, count = 1): readonly EventId[] {
  const outcome = { type: 'test', reason: 'TEST_REQUESTED', account: null } as const
  const events = Array.from({ length: count }, () => ({ id: tx.newId<EventId>(), actor: 'server', outcome }))
  insertEvents(tx, events)
  return events.map((it) => it.id)
}

const writeTest = (ctx: Context, tenantId: TenantId) =>
  ctx.writeTenant(tenantId, async (tx) => writeTests(tx)[0])

async function feedOf({ ctx, id }: TestTenant) {
  const { events, nextCursor } = await readEvents(ctx, id, EVERYTHING)
  return { ids: events.map((it) => it.id), versions: events.map((it) => it.version), nextCursor }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('I30: an event that is committed after a later one is published after it', async () => {
  const tenant = await makeTestTenant(db, 'commit_order')
  const { open, opened } = gate()
  const written = gate()
  const slow = tenant.ctx.writeTenant(tenant.id, async (tx) => {
    const [id] = writeTests(tx)
    written.open()
    await opened
    return id
  })
  await written.opened
  const later = await writeTest(tenant.ctx, tenant.id)
  await publishEvents(tenant.ctx, tenant.id, signal)
  const before = await feedOf(tenant)
  expect(before).toMatchObject({ ids: [later], versions: [1] })
  open()
  const earlier = await slow
  expect(String(earlier) < String(later)).toBe(true)
  await publishEvents(tenant.ctx, tenant.id, signal)
  expect(await feedOf(tenant)).toMatchObject({ ids: [later, earlier], versions: [1, 2] })
  const page = { ...EVERYTHING, after: before.nextCursor }
  expect((await readEvents(tenant.ctx, tenant.id, page)).events.map((it) => it.id)).toEqual([earlier])
})

test('I30: with writers, publishers and a reader at the same time, the reader gets each event once', async () => {
  const tenant = await makeTestTenant(db, 'at_the_same_time')
  const elsewhere = testContext(db.connectService(), { now: () => tenant.clock.now })
  const written: unknown[] = []
  const WRITERS = 6
  const EACH = 25
  let writing = WRITERS
  const write = async () => {
    for (let count = 0; count < EACH; count += 1) written.push(await writeTest(tenant.ctx, tenant.id))
    writing -= 1
  }
  const publish = async (ctx: Context) => {
    while (writing > 0) await publishEvents(ctx, tenant.id, signal)
  }
  const read: string[] = []
  let after: string | null = null
  const readOn = async () => {
    const page = await readEvents(elsewhere, tenant.id, { ...EVERYTHING, after, limit: 7 })
    read.push(...page.events.map((it) => it.id))
    after = page.nextCursor
    return page.events.length
  }
  const follow = async () => {
    while (writing > 0) await readOn()
  }
  const writers = Array.from({ length: WRITERS }, write)
  await Promise.all([...writers, publish(tenant.ctx), publish(elsewhere), follow()])
  await publishEvents(tenant.ctx, tenant.id, signal)
  while ((await readOn()) > 0);
  expect(read).toHaveLength(WRITERS * EACH)
  expect(new Set(read)).toEqual(new Set(written))
  const { ids, versions } = await feedOf(tenant)
  expect(ids).toEqual(read)
  expect(versions).toEqual(versions.map((_, index) => index + 1))
})

test('the work of consumers is committed with the positions, or not at all, and then again', async () => {
  const tenant = await makeTestTenant(db, 'consumers')
  const id = await writeTest(tenant.ctx, tenant.id)
  const failing = async () => {
    throw new Error('consumer failed')
  }
  await expect(publishEvents(tenant.ctx, tenant.id, signal, [failing])).rejects.toThrow('consumer failed')
  expect((await feedOf(tenant)).ids).toEqual([])
  const consumed: PublishedEvent[] = []
  await publishEvents(tenant.ctx, tenant.id, signal, [async (_tx, it) => void consumed.push(...it)])
  expect(consumed).toMatchObject([{ position: 1, event: { id, type: 'test' }, isPublic: true }])
  await publishEvents(tenant.ctx, tenant.id, signal, [async (_tx, it) => void consumed.push(...it)])
  expect(consumed).toHaveLength(1)
})

test.each([null, 'test'] as const)(
  'the newest events come first where that is asked for, page by page down to the oldest (type %s)',
  async (type) => {
    const tenant = await makeTestTenant(db, `newest_${type}`)
    await tenant.ctx.writeTenant(tenant.id, async (tx) => writeTests(tx, 5))
    await publishEvents(tenant.ctx, tenant.id, signal)
    const question = { ...EVERYTHING, type, order: 'newest', limit: 2 } as const
    const read: string[][] = []
    let after: string | null = null
    do {
      const { events, nextCursor } = await readEvents(tenant.ctx, tenant.id, { ...question, after })
      read.push(events.map((it) => it.id))
      after = nextCursor
    } while (read.at(-1)?.length !== 0)
    const { ids } = await feedOf(tenant)
    expect(read.map((it) => it.length)).toEqual([2, 2, 1, 0])
    expect(read.flat()).toEqual(ids.toReversed())
    const newest = await readEvents(tenant.ctx, tenant.id, { ...question, limit: 1 })
    const later = await writeTest(tenant.ctx, tenant.id)
    await publishEvents(tenant.ctx, tenant.id, signal)
    const followed = { ...EVERYTHING, after: newest.nextCursor }
    expect((await readEvents(tenant.ctx, tenant.id, followed)).events.map((it) => it.id)).toEqual([later])
  },
)

test('a large backlog is published in pieces', async () => {
  const tenant = await makeTestTenant(db, 'backlog')
  for (const count of [1200, 1, 1, 700])
    await tenant.ctx.writeTenant(tenant.id, async (tx) => writeTests(tx, count))
  const pieces: number[] = []
  await publishEvents(tenant.ctx, tenant.id, signal, [async (_tx, it) => void pieces.push(it.length)])
  expect(pieces.reduce((sum, it) => sum + it, 0)).toBe(1902)
  expect(Math.max(...pieces)).toBeLessThan(1000)
  expect(pieces.length).toBeGreaterThan(2)
  const total = await readEvents(tenant.ctx, tenant.id, { ...EVERYTHING, countAll: true })
  expect(total.total).toBe(1902)
})

test('a stopped publisher leaves the rest to the next one', async () => {
  const tenant = await makeTestTenant(db, 'stopped')
  await tenant.ctx.writeTenant(tenant.id, async (tx) => writeTests(tx, 1000))
  const abort = new AbortController()
  await publishEvents(tenant.ctx, tenant.id, abort.signal, [async () => abort.abort()])
  expect((await feedOf(tenant)).ids).toHaveLength(500)
  await publishEvents(tenant.ctx, tenant.id, signal)
  expect((await feedOf(tenant)).ids).toHaveLength(1000)
})

test('the event with the higher version has the newer state of a referral', async () => {
  const tenant = await makeTestTenant(db, 'versions')
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  let living = 8
  const live = async (name: string) => {
    await tenant.track(name, 'server', tenant.identify(name), attribute)
    await tenant.track(name, 'server', { kind: 'report', status: 'PAID' })
    await tenant.track(name, 'server', { kind: 'report', status: 'CANCELLED' })
    living -= 1
  }
  const publish = async () => {
    while (living > 0) await publishEvents(tenant.ctx, tenant.id, signal)
    await publishEvents(tenant.ctx, tenant.id, signal)
  }
  await Promise.all([...Array.from({ length: living }, (_, index) => live(`friend_${index}`)), publish()])
  const { events } = await readEvents(tenant.ctx, tenant.id, EVERYTHING)
  const ranks = { IN_PROGRESS: 0, CONVERTED: 1, ENDED: 2 }
  const seen = new Map<string, { rank: number; count: number }>()
  for (const event of events) {
    if (
      event.type !== 'referral.started' &&
      event.type !== 'referral.converted' &&
      event.type !== 'referral.ended'
    )
      continue
    const { rank, count } = seen.get(event.data.id) ?? { rank: 0, count: 0 }
    const newer = ranks[event.data.status]
    expect(newer).toBeGreaterThanOrEqual(rank)
    seen.set(event.data.id, { rank: newer, count: count + 1 })
  }
  expect([...seen.values()]).toEqual(Array.from({ length: 8 }, () => ({ rank: 2, count: 3 })))
})

test('tenants and modes never mix', async () => {
  const [live, inTest, other] = await Promise.all(
    ['mixed', 'test_mixed', 'other_mixed'].map((name) => makeTestTenant(db, name)),
  )
  if (live === undefined || inTest === undefined || other === undefined) throw new Error('no tenants')
  const tenants = [live, inTest, other]
  const written = await Promise.all(tenants.map((it) => writeTest(it.ctx, it.id)))
  await publishEvents(live.ctx, live.id, signal)
  expect(await Promise.all(tenants.map(feedOf))).toMatchObject([
    { ids: [written[0]] },
    { ids: [] },
    { ids: [] },
  ])
  await publishEvents(live.ctx, inTest.id, signal)
  await publishEvents(live.ctx, other.id, signal)
  const pages = await Promise.all(tenants.map((it) => readEvents(live.ctx, it.id, EVERYTHING)))
  expect(pages.map(({ events }) => events.map((it) => [it.id, it.tenantAlias, it.live, it.version]))).toEqual(
    [
      [[written[0], 'mixed', true, 1]],
      [[written[1], 'test_mixed', false, 1]],
      [[written[2], 'other_mixed', true, 1]],
    ],
  )
})

test('events of the timeline alone are not published', async () => {
  const tenant = await makeTestTenant(db, 'timeline_alone')
  await tenant.ctx.writeTenant(tenant.id, async (tx) => {
    const account = tx.newId<AccountKey>()
    const outcome = { type: 'conversion.waiting', reason: 'NO_USER_IDENTIFIED', account } as const
    insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'server', outcome }])
  })
  const [row] = await db.owner.query<{ count: number }>(
    { name: '', text: `select count(*) from app.event_outbox where tenant_id = 'timeline_alone'` },
    [],
  )
  expect(row?.count).toBe(0)
})
