import { beforeEach, expect, test } from 'vitest'
import { createEventLoopDelay, type EventLoopDelay, LOOK_EVERY_MS } from './load-shedding.ts'

let now: number
let loopDelay: EventLoopDelay

beforeEach(() => {
  now = 5000
  loopDelay = createEventLoopDelay({ now: () => now })
})

/** Looks that each come so many milliseconds after they were due. */
function late(...delays: number[]): number {
  for (const delay of delays) {
    now += LOOK_EVERY_MS + delay
    loopDelay.look()
  }
  return loopDelay.lateMs()
}

test('a loop that comes in time is not late', () => {
  expect(late()).toBe(0)
  expect(late(0, 0, 0, 0)).toBe(0)
})

test('a loop that stays late is as late as it has been all along', () => {
  expect(late(300, 200, 400)).toBe(200)
  expect(late(500)).toBe(200)
  expect(late(500, 500)).toBe(500)
})

test('one long task is no delay, and neither is the time before the first measurement', () => {
  expect(late(9000, 9000)).toBe(0)
  expect(late(0, 9000, 0)).toBe(0)
})

test('a loop that is in time again is late no longer', () => {
  expect(late(800, 800, 800)).toBe(800)
  expect(late(0)).toBe(0)
})

test('a measurement that comes early is not late', () => {
  expect(late(-50, -50, -50)).toBe(0)
})
