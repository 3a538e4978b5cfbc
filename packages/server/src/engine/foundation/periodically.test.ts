import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { periodically } from './periodically.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HOUR_MS = 3_600_000
const failOnError = (error: unknown) => expect.unreachable(String(error))

it('the work runs at once and again every period, until it is ended', async () => {
  let times = 0
  const end = periodically(
    HOUR_MS,
    async () => {
      times += 1
    },
    failOnError,
  )
  expect(times).toBe(1)
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
  expect(times).toBe(4)
  await end()
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
  expect(times).toBe(4)
})

it('the work goes on after a failure, which it reports', async () => {
  const reported: unknown[] = []
  const failure = new Error('unavailable')
  const end = periodically(
    HOUR_MS,

    () => Promise.reject(failure),
    (error) => reported.push(error),
  )
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(reported).toEqual([failure, failure, failure])
  await end()
})

it('periodic work never runs twice at a time, and ends no earlier than its run', async () => {
  let times = 0
  let isDone = false
  const end = periodically(
    HOUR_MS,
    async (signal) => {
      times += 1
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isDone = true
    },
    failOnError,
  )
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(times).toBe(1)
  await end()
  expect(isDone).toBe(true)
})
