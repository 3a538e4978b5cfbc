import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailable } from './database-error.ts'

const silence = new DatabaseUnavailable('no answer', false)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Work that ends after a while as `settle` says. */
function after<T>(waitMs: number, settle: () => T): () => Promise<T> {
  return async () => {
    await new Promise<void>((done) => setTimeout(done, waitMs))
    return settle()
  }
}

function silentFor(waitMs: number): () => Promise<never> {
  return after(waitMs, () => fail(silence))
}

function fail(error: Error): never {
  throw error
}

async function openBreaker(): Promise<CircuitBreaker> {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(silentFor(2000)).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await failed
  return breaker
}

test('after a long silence one at a time finds out, and everybody else is turned away at once', async () => {
  const breaker = await openBreaker()
  const first = breaker.during(silentFor(2000)).catch((error: unknown) => error)
  await expect(breaker.during(async () => 'done')).rejects.toThrow('circuit breaker open')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await first).toBe(silence)
  await expect(breaker.during(async () => 'done')).resolves.toBe('done')
})

test('whoever gets something done opens the door for all', async () => {
  const breaker = await openBreaker()
  await breaker.during(async () => 'done')
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})

test.each([
  ['a failure that comes at once', () => silentFor(5)],
  ['a word of the database', () => after(2000, () => fail(new Error('no such column')))],
])('%s turns nobody away', async (_, work) => {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(work()).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await failed
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})

test('one who waits in vain while others get through turns nobody away', async () => {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(silentFor(2000)).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(500)
  await breaker.during(async () => 'done')
  await vi.advanceTimersByTimeAsync(1500)
  await failed
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})
