import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { Session } from './session.ts'
import { Deadline } from './timeouts.ts'

const { service } = await createTestDatabase()
afterEach(() => void vi.useRealTimers())

const begin = { name: '', text: 'begin' }
const sleep = { name: '', text: 'select pg_sleep(60)' }

const overdue = {
  name: 'DatabaseUnavailable',
  message: 'transaction timeout: the database took too long',
  isSessionLost: false,
}

test('a statement that is not answered in time is given up, and its connection with it', async () => {
  const client = await service.pool.connect()
  const work = new Session(client, new Deadline(20)).use((session) => session.send(sleep, []))
  await expect(work).rejects.toMatchObject(overdue)
  expect(service.pool.totalCount).toBe(0)
})

test('a time that is over before anything was sent is over', async () => {
  const deadline = new Deadline(1)
  const work = new Session(await service.pool.connect(), deadline).use(async (session) => {
    await new Promise<void>((over) => deadline.whenOver(over))
    return session.send(sleep, [])
  })
  await expect(work).rejects.toMatchObject(overdue)
})

test('statements that were sent after others are given up with them', async () => {
  const work = new Session(await service.pool.connect(), new Deadline(20)).use(async (session) => {
    session.send(sleep, []).catch(() => undefined)
    await new Promise(setImmediate)
    return session.send(sleep, [])
  })
  await expect(work).rejects.toMatchObject(overdue)
})

test('statements after the timeout fail', async () => {
  const client = await service.pool.connect()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const work = new Session(client, new Deadline(500)).use(async (session) => {
    await session.send(begin, [])
    vi.advanceTimersByTime(500)
    return session.send(sleep, [])
  })
  await expect(work).rejects.toMatchObject(overdue)
})

test('the work’s own word counts, also when nothing can be rolled back any more', async () => {
  const client = await service.pool.connect()
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const work = new Session(client, new Deadline(500)).use(async (session) => {
    await session.send(begin, [])
    vi.advanceTimersByTime(500)
    throw new Error('no such account')
  })
  await expect(work).rejects.toThrow('no such account')
  expect(await service.query({ name: '', text: 'select 1 as one' }, [])).toEqual([{ one: 1 }])
})
