import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { overloaded } from '../foundation/load-shedding-error.ts'
import { StaleIfErrorCache } from './stale-if-error-cache.ts'

const unavailable = new Error('the database is unavailable')
const NOWHERE = 'nowhere'

let now: number
let loads: string[]
/** The result of each load. */
let source: () => Promise<string>
let cache: StaleIfErrorCache<string>

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  loads = []
  source = async () => `as of ${now}`
  cache = new StaleIfErrorCache({
    maxAgeMs: 5000,
    refreshAfterMs: 4000,
    lastingMs: 60_000,
    timeoutMs: 250,
    maxEntries: 3,
    maxMisses: 2,
    isMiss: (it) => it === NOWHERE,
  })
})
afterEach(() => void vi.useRealTimers())

const get = async (key = 'key') =>
  cache.get(key, now, () => {
    loads.push(key)
    return source()
  })

const at = (time: number): void => {
  now = time
}

test('a key that is asked for again within seconds is looked up once', async () => {
  expect(await Promise.all([get(), get()])).toEqual(['as of 0', 'as of 0'])
  at(3999)
  expect(await get()).toBe('as of 0')
  expect(loads).toEqual(['key'])
})

test('a value is refreshed in the background shortly before it expires', async () => {
  await get()
  at(4000)
  expect(await get()).toBe('as of 0')
  expect(await get()).toBe('as of 4000')
  expect(loads).toEqual(['key', 'key'])
})

test('a value that is too old is never given while it can be looked up', async () => {
  await get()
  at(5000)
  expect(await get()).toBe('as of 5000')
  // A clock that was set back makes nothing fresh for ever.
  at(0)
  expect(await get()).toBe('as of 0')
})

describe('failing look-ups', () => {
  test('a known value goes on for its time while it cannot be looked up, and no longer', async () => {
    await get()
    source = () => Promise.reject(unavailable)
    at(4500)
    expect(await get()).toBe('as of 0')
    at(59_999)
    expect(await get()).toBe('as of 0')
    at(60_000)
    await expect(get()).rejects.toBe(unavailable)
  })

  test('a failed look-up without a stale value fails', async () => {
    source = () => Promise.reject(unavailable)
    await expect(get()).rejects.toBe(unavailable)
  })

  test('an absence does not go on', async () => {
    source = async () => NOWHERE
    expect(await get()).toBe(NOWHERE)
    source = () => Promise.reject(unavailable)
    at(5000)
    await expect(get()).rejects.toBe(unavailable)
  })

  test('one caller waits for a slow look-up, later ones get the stale value, until it ends', async () => {
    await get()
    at(5000)
    let finish: (value: string) => void = () => undefined
    source = () => new Promise((resolve) => (finish = resolve))
    const first = get()
    await vi.advanceTimersByTimeAsync(250)
    expect(await first).toBe('as of 0')
    expect(await get()).toBe('as of 0')
    finish('new')
    await vi.advanceTimersByTimeAsync(0)
    expect(await get()).toBe('new')
    expect(loads).toEqual(['key', 'key'])
  })
})

describe('a flood of made-up keys', () => {
  test('a flood of made-up keys pushes out no real one', async () => {
    await get('real')
    source = async () => NOWHERE
    for (let index = 0; index < 100; index += 1) expect(await get(`made up ${index}`)).toBe(NOWHERE)
    loads = []
    expect(await get('real')).toBe('as of 0')
    expect(loads).toEqual([])
  })

  test('a flood of made-up keys is looked up no more than a few at a time, and what was there before still is', async () => {
    await get('real')
    at(5000)
    source = () => new Promise(() => undefined)
    const flood = Array.from({ length: 100 }, (_, index) => get(`made up ${index}`))
    await expect(flood[2]).rejects.toBe(overloaded)
    expect(loads).toEqual(['real', 'made up 0', 'made up 1'])
    void get('real')
    expect(loads.at(-1)).toBe('real')
    await Promise.allSettled(flood.slice(2))
  })
})

test('the cache keeps no more than it has room for, and what was looked up longest ago goes first', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await get(key)
  loads = []
  for (const key of ['b', 'c', 'd', 'a']) await get(key)
  expect(loads).toEqual(['a'])
})
