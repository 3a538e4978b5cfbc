import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailable } from './database-error.ts'

const noResponse = new DatabaseUnavailable('no answer', false)

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Work that calls `settle` after a while. */
function after<T>(waitMs: number, settle: () => T): () => Promise<T> {
  return async () => {
    await new Promise<void>((done) => setTimeout(done, waitMs))
    return settle()
  }
}

function noResponseAfter(waitMs: number): () => Promise<never> {
  return after(waitMs, () => fail(noResponse))
}

function fail(error: Error): never {
  throw error
}

async function openBreaker(): Promise<CircuitBreaker> {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(noResponseAfter(2000)).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await failed
  return breaker
}

test('the circuit opens after a timeout: one request at a time probes, all others are rejected at once', async () => {
  const breaker = await openBreaker()
  const first = breaker.during(noResponseAfter(2000)).catch((error: unknown) => error)
  await expect(breaker.during(async () => 'done')).rejects.toThrow('circuit breaker open')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await first).toBe(noResponse)
  await expect(breaker.during(async () => 'done')).resolves.toBe('done')
})

test('a response closes the circuit', async () => {
  const breaker = await openBreaker()
  await breaker.during(async () => 'done')
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})

test.each([
  ['an immediate failure', () => noResponseAfter(5)],
  ['an error of the database', () => after(2000, () => fail(new Error('no such column')))],
])('%s does not open the circuit', async (_, work) => {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(work()).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await failed
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})

test('a timeout of one request while others succeed does not open the circuit', async () => {
  const breaker = new CircuitBreaker()
  const failed = breaker.during(noResponseAfter(2000)).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(500)
  await breaker.during(async () => 'done')
  await vi.advanceTimersByTimeAsync(1500)
  await failed
  const both = Promise.all([breaker.during(after(10, () => 1)), breaker.during(after(10, () => 2))])
  await vi.advanceTimersByTimeAsync(10)
  expect(await both).toEqual([1, 2])
})
