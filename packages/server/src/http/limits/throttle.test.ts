import { beforeEach, expect, test } from 'vitest'
import { createThrottle, type Throttle } from './throttle.ts'

let now: number
let waits: { readonly ms: number; readonly end: () => void }[]
let throttle: Throttle

beforeEach(() => {
  now = 60_000
  waits = []
  const wait = (ms: number) => new Promise<void>((end) => waits.push({ ms, end }))
  throttle = createThrottle({ now: () => now }, wait)
})

/** How long each of so many refusals is delayed, in milliseconds, unless it is sent at once. */
function held(refusals: number): readonly number[] {
  const before = waits.length
  for (let index = 0; index < refusals; index += 1) void throttle.hold()
  return waits.slice(before).map(({ ms }) => ms)
}

test('a few refusals are sent at once, repeatedly', () => {
  for (let round = 0; round < 10; round += 1) {
    expect(held(100)).toEqual([])
    now += 100
  }
})

test('many refusals are sent one after the other, a thousand per second', async () => {
  expect(held(103)).toEqual([1, 2, 3])
  expect(held(997)).toHaveLength(997)
  now += 500
  expect(held(1)).toEqual([501])
  let isReleased = false
  const released = throttle.hold().then(() => {
    isReleased = true
  })
  await new Promise(setImmediate)
  expect(isReleased).toBe(false)
  waits.at(-1)?.end()
  await released
})

test('after the burst, refusals are not delayed', () => {
  held(3000)
  now += 3000
  expect(held(100)).toEqual([])
})

test('a refusal is delayed by at most five seconds, and the number of delayed ones is bounded', async () => {
  const all = held(20_000)
  expect(Math.max(...all)).toBe(5000)
  expect(all).toHaveLength(8000)
  for (const { end } of waits) end()
  await new Promise(setImmediate)
  expect(held(10)).toHaveLength(10)
})
