import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BatchQueue } from '../engine/batching/natural-batch.ts'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import { createReadiness } from './observe.ts'

const TIMEOUT_MS = 2000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function watched(
  query: () => Promise<readonly ({ name: string } | { isReadOnly: boolean })[]>,
  queues: readonly BatchQueue[] = [],
) {
  const time = { now: 0, stalledMs: 0, storage: null as string | null }
  const reported: unknown[] = []
  let queries = 0
  const runQuery = <Row>() => {
    queries += 1
    // The queries are for the names of columns and for read-only mode: rows of either kind.
    return query() as Promise<Row[]>
  }
  const ready = createReadiness({
    db: { query: runQuery },
    columns: ['account.id'],
    queues: () => queues,
    workerStalledMs: () => time.stalledMs,
    storageProblem: async () => time.storage,
    timeoutMs: TIMEOUT_MS,
    report: (error) => void reported.push(error),
    stopwatch: { now: () => time.now },
  })
  return { ready, time, queryCount: () => queries, reported }
}

test('all is well with a database that has the schema', async () => {
  expect(await watched(async () => []).ready()).toEqual({
    ...{ database: null, migrations: null, queue: null, storage: null },
  })
})

test('the database is asked once a second, however many ask', async () => {
  const { ready, time, queryCount } = watched(async () => [])
  await Promise.all([ready(), ready()])
  time.now = 999
  await ready()
  expect(queryCount()).toBe(2)
  time.now = 1000
  await ready()
  expect(queryCount()).toBe(4)
})

test('a database that fails or does not respond is reported within seconds, and its return as well', async () => {
  const failing = watched(() =>
    Promise.reject(new DatabaseUnavailable('cannot connect to the database', false)),
  )
  expect(await failing.ready()).toMatchObject({ database: 'cannot connect to the database' })
  const broken = watched(() => Promise.reject(new Error('relation "secret" does not exist')))
  expect(await broken.ready()).toMatchObject({ database: 'the query failed' })

  let isSilent = true
  const silent = watched(() => (isSilent ? new Promise(() => undefined) : Promise.resolve([])))
  const readiness = silent.ready()
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(await readiness).toMatchObject({ database: 'no response within 2 s', migrations: null })
  isSilent = false
  silent.time.now = 1000
  expect(await silent.ready()).toMatchObject({ database: null })
})

test('a read-only database is reported', async () => {
  const standby = watched(async () => [{ isReadOnly: true }])
  expect(await standby.ready()).toMatchObject({ database: 'read-only (a standby)' })
})

test('the reason why the database fails is reported once, until it answers again', async () => {
  let failure: Error | null = new Error('first')
  const { ready, time, reported } = watched(async () => {
    if (failure !== null) throw failure
    return []
  })
  const look = async (next: Error | null) => {
    failure = next
    time.now += 1000
    await ready()
  }
  await look(new Error('first'))
  await look(new Error('second'))
  await look(null)
  await look(new Error('third'))
  expect(reported).toMatchObject([{ message: 'first' }, { message: 'third' }])
})

test('a schema that lacks columns of this release is reported', async () => {
  const older = watched(async () => [{ name: 'account.id' }])
  expect(await older.ready()).toMatchObject({
    database: null,
    migrations: 'the schema is older than this release: account.id is missing',
  })
})

test('a stalled queue is reported', async () => {
  const queue = { queue: 'tracking', depth: 3 }
  const moving = watched(async () => [], [{ ...queue, oldestMs: 9_000 }])
  expect(await moving.ready()).toMatchObject({ queue: null })
  const stuck = watched(async () => [], [{ ...queue, oldestMs: 11_000 }])
  expect(await stuck.ready()).toMatchObject({
    queue: '3 calls are waiting in tracking, the oldest for 11 seconds',
  })
})

test('a worker that could not read its queue for half a minute is reported', async () => {
  const { ready, time } = watched(async () => [])
  time.stalledMs = 30_000
  expect(await ready()).toMatchObject({ queue: null })
  time.now = 1000
  time.stalledMs = 31_000
  expect(await ready()).toMatchObject({ queue: 'background jobs have not been looked for in 31 seconds' })
})

test('each reason that keeps writes from being stored is a check of its own, also while the database does not respond', async () => {
  const { ready, time } = watched(async () => [])
  time.storage = 'writes fail: the disk of the database is full'
  expect(await ready()).toMatchObject({ database: null, storage: time.storage })
  time.storage = null
  time.now = 1000
  expect(await ready()).toMatchObject({ storage: null })
  const failing = watched(() => Promise.reject(new Error('no')))
  failing.time.storage = 'the disk has only 3 MiB free'
  expect(await failing.ready()).toMatchObject({ database: 'the query failed', storage: failing.time.storage })
})
