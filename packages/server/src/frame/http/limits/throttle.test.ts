import { beforeEach, expect, test } from 'vitest'
import { createThrottle, type Throttle } from './throttle.ts'

let now: number
let waits: { readonly ms: number; readonly end: () => void }[]
let throttle: Throttle
let callers: number

beforeEach(() => {
  now = 60_000
  waits = []
  callers = 0
  const wait = (ms: number) => new Promise<void>((end) => waits.push({ ms, end }))
  throttle = createThrottle({ now: () => now }, wait)
})

const anotherCaller = () => {
  callers += 1
  return `caller ${callers}`
}

/** How long each of so many refusals is delayed, in milliseconds, unless it is sent at once. */
function held(refusals: number, callerOf: () => string = anotherCaller): readonly number[] {
  const before = waits.length
  for (let index = 0; index < refusals; index += 1) void throttle.hold(callerOf())
  return waits.slice(before).map(({ ms }) => ms)
}

const toOne = () => 'one'

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
  const released = throttle.hold('another').then(() => {
    isReleased = true
  })
  await new Promise(setImmediate)
  expect(isReleased).toBe(false)
  waits.at(-1)?.end()
  await released
})

test('one caller gets a hundred per second, which delays no refusal of another', () => {
  expect(held(53, toOne)).toEqual([10, 20, 30])
  expect(held(10, () => 'another')).toEqual([])
  now += 1030
  expect(held(50, toOne)).toEqual([])
  expect(held(1, toOne)).toEqual([10])
})

test('refusals are not delayed after the burst', () => {
  held(3000)
  now += 3000
  expect(held(100)).toEqual([])
})

test('a refusal is delayed by at most five seconds, and the number of delayed ones is bounded', async () => {
  expect(Math.max(...held(2000, toOne))).toBe(5000)
  const all = [...waits.map(({ ms }) => ms), ...held(20_000)]
  expect(Math.max(...all)).toBe(5000)
  expect(all).toHaveLength(8000)
  for (const { end } of waits) end()
  await new Promise(setImmediate)
  expect(held(10)).toHaveLength(10)
})

test('callers of a while ago are forgotten among very many, and not the others', async () => {
  held(9999)
  for (const { end } of waits) end()
  await new Promise(setImmediate)
  now += 60_000
  held(53, () => 'late')
  expect(held(1, () => 'late')).toEqual([40])
})
