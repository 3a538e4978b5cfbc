import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atLeastRate } from './limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const minimum = { bytesPerSecond: 1024, graceMs: 15_000, stopwatch: { now: () => performance.now() } }

/** A file that sends so many bytes in this interval, and has so many pieces. */
async function* dripping(bytes: number, everyMs: number, pieces: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    yield Buffer.alloc(bytes)
  }
}

/** How many bytes came through, and the code of the error that ended it. */
async function received(file: AsyncIterable<Buffer>, storeMs = 0) {
  let bytes = 0
  const reading = (async () => {
    for await (const chunk of atLeastRate(file, minimum)) {
      bytes += chunk.length
      await new Promise((resolve) => setTimeout(resolve, storeMs))
    }
    return null
  })().catch((error: unknown) => Reflect.get(Object(error), 'code'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  return { bytes, error: await reading }
}

test('a file at the least rate arrives whole', async () => {
  expect(await received(dripping(1024, 1000, 100))).toEqual({ bytes: 102_400, error: null })
})

test('a file at half of it is given up after the grace', async () => {
  const { bytes, error } = await received(dripping(512, 1000, 100))
  expect(error).toBe('REQUEST_TIMEOUT')
  expect(bytes).toBeLessThanOrEqual(16 * 1024)
  expect(bytes).toBeGreaterThan(12 * 1024)
})

test('a client that sends nothing is given up, and a pause that is shorter than the grace is not counted against it', async () => {
  expect(await received(dripping(1024, 20_000, 2))).toEqual({ bytes: 0, error: 'REQUEST_TIMEOUT' })
  expect(await received(dripping(14_500, 14_000, 10))).toEqual({ bytes: 145_000, error: null })
})

test('a client that has sent much at first may not rest on it', async () => {
  const file = (async function* () {
    yield Buffer.alloc(1_000_000)
    yield* dripping(1, 1000, 1000)
  })()
  const { bytes, error } = await received(file)
  expect(error).toBe('REQUEST_TIMEOUT')
  expect(bytes).toBeLessThan(1_000_020)
})

test('the time in which a piece is stored does not count', async () => {
  expect(await received(dripping(512, 100, 10), 60_000)).toEqual({ bytes: 5120, error: null })
})
