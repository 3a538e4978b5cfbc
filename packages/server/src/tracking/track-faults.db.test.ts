import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../engine/driver/database.ts'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import { onEveryNode } from '../testing/database/on-every-node.ts'
import { waitingForLocks } from '../testing/database/waiting-for-locks.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

const db = await createTestDatabase()
const secondProcess = db.connectService()
/** Others who are at work in the database. */
const otherSessions = openDatabase(db.address, 'owner', 2, NO_TIMEOUTS)
afterAll(() => otherSessions.close())
afterEach(() => setDeadlockTimeout(null))

const attribute = (code: ReferralCode) => ({ kind: 'attribute', evidence: 'explicit', code }) as const
const paid = { kind: 'report', status: 'PAID' } as const
const trial = { kind: 'report', status: 'TRIAL' } as const

async function run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return db.owner.query<Row>({ name: '', text }, values)
}

/** How long connections that are opened from now on wait before they look for a deadlock; as everywhere when null. */
async function setDeadlockTimeout(timeoutMs: number | null): Promise<void> {
  const [row] = await run<{ name: string }>('select current_database() as name')
  await run(`alter database ${row?.name} set deadlock_timeout = ${timeoutMs ?? 'default'}`)
}

async function statusesOf(tenant: TestTenant): Promise<Record<string, string | null>> {
  const rows = await run<{ id: string; status: string | null }>(
    'select external_id as id, subscription_status as status from account where tenant_id = $1',
    [tenant.id],
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.status]))
}

test('a list that the database rejects is halved, and only the invalid call fails', async () => {
  const tenant = await makeTestTenant(db, 'invalid')
  const code = await tenant.referrer('ada')
  await run("alter table account add constraint no_invalid_name check (external_id not like 'invalid%')")
  const names = Array.from({ length: 60 }, (_, index) =>
    index % 23 === 7 ? `invalid ${index}` : `good ${index}`,
  )
  const settled = await Promise.allSettled(
    names.flatMap((name) => [
      tenant.track(name, 'server', tenant.identify('u'), attribute(code)),
      tenant.track(name, 'server', paid),
    ]),
  )
  const failed = names.filter((_name, index) => settled[index * 2]?.status === 'rejected')
  expect(failed).toEqual(names.filter((name) => name.startsWith('invalid')))
  const rejected = settled.find((it) => it.status === 'rejected')
  expect(rejected?.reason).toMatchObject({ code: '23514' })
  const good = names.filter((name) => name.startsWith('good'))
  expect(await statusesOf(tenant)).toEqual({
    ada: null,
    ...Object.fromEntries(good.map((name) => [name, 'PAID'])),
  })
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})

test('a deadlock is another transaction being first: the list is tried again', async () => {
  await setDeadlockTimeout(20)
  const tenant = await makeTestTenant({ ...db, service: db.connectService() }, 'deadlock')
  for (const name of ['one', 'two', 'three']) await tenant.track(name, 'server', trial)
  const [otherSession, gate] = [await otherSessions.pool.connect(), await otherSessions.pool.connect()]
  const lock = (client: PoolClient, account: string) =>
    client.query('select from account where tenant_id = $1 and external_id = $2 for update', [
      tenant.id,
      account,
    ])
  try {
    // Looks for a deadlock long after the list has looked.
    await otherSession.query('begin')
    await otherSession.query("set local deadlock_timeout = '10s'")
    await gate.query('begin')
    await lock(otherSession, 'three')
    await lock(gate, 'two')
    const results = Promise.all(['one', 'two', 'three'].map((it) => tenant.track(it, 'server', paid)))
    await untilWaiting(1)
    const locked = lock(otherSession, 'one')
    await untilWaiting(2)
    // The transaction that starts to wait last detects the deadlock: the list, which holds one and now waits for three.
    await gate.query('rollback')
    // The list can be tried again before this session wakes up, and then waits for three before this one waits again, so that only
    // this one can detect the second deadlock.
    await locked.catch((error) => expect(error).toMatchObject({ code: '40P01' }))
    await otherSession.query('commit')
    expect((await results).map(({ decision }) => decision.kind)).toEqual(['accepted', 'accepted', 'accepted'])
  } finally {
    for (const it of [otherSession, gate]) it.release(true)
  }
  expect(await statusesOf(tenant)).toEqual({ one: 'PAID', two: 'PAID', three: 'PAID' })
  const closed = await run("select from event where tenant_id = $1 and type = 'account.closed'", [tenant.id])
  expect(closed).toHaveLength(3)
})

test('processes that make the same new accounts in opposite order never wait for each other in a circle', async () => {
  // A circle would stand long enough to be seen.
  await setDeadlockTimeout(60_000)
  const tenant = await makeTestTenant({ ...db, service: db.connectService() }, 'opposite')
  const other = tenantAt(db.connectService(), tenant.id)
  const names = ['a', 'b', 'c', 'd', 'e']
  const otherSession = await otherSessions.pool.connect()
  try {
    await otherSession.query('begin')
    await otherSession.query(
      `insert into account (tenant_id, id, external_id, browser_paid, created_at)
         values ('${tenant.id}', gen_random_uuid(), 'c', false, now())`,
    )
    const results = Promise.all([
      ...names.map((name) => tenant.track(name, 'server', tenant.identify('u'), paid)),
      ...names.toReversed().map((name) => other.track(name, 'server', other.identify('u'), paid)),
    ])
    await untilWaiting(2)
    await otherSession.query('rollback')
    expect(await circlesUntil(results)).toEqual([])
    expect((await results).every(({ decision }) => decision.kind === 'accepted')).toBe(true)
  } finally {
    otherSession.release(true)
  }
  expect(Object.keys(await statusesOf(tenant)).sort()).toEqual(names)
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})

test('a new account that another process creates at the same time keeps its own code', async () => {
  const tenant = await makeTestTenant(db, 'moment')
  const vanity = 'ADA2026' as ReferralCode
  const otherSession = await otherSessions.pool.connect()
  try {
    // Holds the call between the reading of accounts and that of codes, and lets its twin pass it there.
    await otherSession.query('begin')
    await otherSession.query('lock table account_user in access exclusive mode')
    const results = tenant.track('ada', 'server', tenant.identify('u', { code: vanity }))
    await untilWaiting(1)
    await otherSession.query(
      `with a as (
         insert into account (tenant_id, id, external_id, browser_paid, created_at)
         values ('${tenant.id}', gen_random_uuid(), 'ada', false, now()) returning *
       ), p as (
         insert into account_user (tenant_id, id, account_id, external_id, code, confirmed, created_at)
         select tenant_id, gen_random_uuid(), id, 'u', '${vanity}', true, now() from a returning *
       )
       insert into referral_code (tenant_id, code, account_id, user_id, created_at)
       select tenant_id, code, account_id, id, now() from p`,
    )
    await otherSession.query('commit')
    expect((await results).decision).toMatchObject({
      kind: 'accepted',
      account: { users: [{ code: vanity }] },
    })
  } finally {
    otherSession.release(true)
  }
})

test('acknowledged calls are stored once when connections are killed, and failed ones can be repeated', async () => {
  const tenant = await makeTestTenant(db, 'killed')
  const processes = [tenant, tenantAt(secondProcess, tenant.id)]
  const code = await tenant.referrer('ada')
  let friends = 0
  const track = (friend: string, index: number) => {
    const caller = processes[index % processes.length] ?? tenant
    return caller.track(friend, 'server', caller.identify('u'), attribute(code), paid)
  }
  await duringKills(KILLS, async (progress) => {
    let untold = Array.from({ length: 20 }, (_, index) => `friend ${friends + index}`)
    friends += untold.length
    while (untold.length > 0) {
      const settled = await Promise.allSettled(
        untold.map((friend, index) => track(friend, index).then(progress)),
      )
      const failures = settled.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
      expect(failures.filter((it) => !(it instanceof DatabaseUnavailable))).toEqual([])
      const statuses = await statusesOf(tenant)
      const answered = untold.filter((_friend, index) => settled[index]?.status === 'fulfilled')
      expect(answered.filter((friend) => statuses[friend] !== 'PAID')).toEqual([])
      untold = untold.filter((friend) => !answered.includes(friend))
    }
  })
  const rewards = await run<{ rewards: number }>(
    'select count(*) as rewards from reward where tenant_id = $1 group by source',
    [tenant.id],
  )
  expect(rewards).toEqual([{ rewards: friends }, { rewards: friends }])
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})

const KILLS = 30

/** Repeats the work while busy connections are killed, each after a call succeeded since the one before. */
async function duringKills(kills: number, work: (progress: () => void) => Promise<void>): Promise<void> {
  let left = kills
  let successes = 0
  const progress = () => {
    successes += 1
  }
  const killing = (async () => {
    while (left > 0) {
      const before = successes
      const victims = await onEveryNode(
        db.owner,
        `select pg_terminate_backend(pid) as is_ended
         from pg_stat_activity
         where datname = current_database()
           and pid <> pg_backend_pid()
           and state <> 'idle'
           and query ~* '^(begin|select app.set_tenant|insert into|update|commit)|no key update'
         order by random()
         limit 1`,
      )
      left -= victims.length
      if (victims.length > 0 && left > 0)
        await vi.waitUntil(() => successes > before || left <= 0, { timeout: 120_000, interval: 1 })
    }
  })()
  try {
    while (left > 0) await work(progress)
  } finally {
    left = 0
    await killing
  }
}

/**
 * The pairs of transactions that wait for each other before the work is done. Which lock each of them waits for is
 * not read at the same time, so a pair counts when it is seen again.
 */
async function circlesUntil(work: Promise<unknown>): Promise<string[]> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let seen: string[] = []
  while (!isOver) {
    const circles = await onEveryNode<{ pair: string }>(
      db.owner,
      `select concat_ws(' ', one.pid, one.xact_start, one.query, other.pid, other.xact_start, other.query) as pair
       from pg_stat_activity one
       join pg_stat_activity other on other.pid = any(pg_blocking_pids(one.pid))
       where one.datname = current_database()
         and one.pid = any(pg_blocking_pids(other.pid))`,
    )
    const again = circles.map(({ pair }) => pair).filter((it) => seen.includes(it))
    if (again.length > 0) return again
    seen = circles.map(({ pair }) => pair)
  }
  await over
  return []
}

async function untilWaiting(sessions: number): Promise<void> {
  await vi.waitUntil(async () => (await waitingForLocks(db.owner)) >= sessions, { timeout: 120_000 })
}
