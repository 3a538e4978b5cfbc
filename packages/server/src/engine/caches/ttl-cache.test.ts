import { beforeEach, expect, test } from 'vitest'
import { overloaded } from '../foundation/load-shedding-error.ts'
import { TtlCache } from './ttl-cache.ts'

let now: number
let loads: string[]
let cache: TtlCache<string>

beforeEach(() => {
  now = 1000
  loads = []
  cache = new TtlCache({ clock: { now: () => now }, maxAgeMs: 3000, maxEntries: 2 })
})

function get(key: string, value: string | null = `value of ${key}`): Promise<string | null> {
  return cache.get(key, async () => {
    loads.push(key)
    return value
  })
}

test('a value is remembered until it is too old', async () => {
  expect(await get('a')).toBe('value of a')
  now += 2999
  expect(await get('a', 'changed')).toBe('value of a')
  now += 1
  expect(await get('a', 'changed')).toBe('changed')
  expect(loads).toEqual(['a', 'a'])
})

test('an absent value is cached as well', async () => {
  expect(await get('a', null)).toBeNull()
  expect(await get('a')).toBeNull()
  now += 3000
  expect(await get('a')).toBe('value of a')
})

test('callers who ask at the same time share one look-up', async () => {
  expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(Array(3).fill('value of a'))
  expect(loads).toEqual(['a'])
})

test('a failed look-up is reported and not cached', async () => {
  const failing = cache.get('a', () => Promise.reject(new Error('unavailable')))
  await expect(failing).rejects.toThrow('unavailable')
  expect(await get('a')).toBe('value of a')
})

test('the oldest goes when there are too many', async () => {
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key)
  expect(loads).toEqual(['a', 'b', 'c', 'a'])
})

test('negative entries push out no value', async () => {
  await get('a')
  for (let key = 0; key < 10; key += 1) await get(`unknown ${key}`, null)
  await get('a')
  expect(loads.filter((key) => key === 'a')).toHaveLength(1)
})

test('age counts from before the look-up', async () => {
  let answer: (value: string) => void = () => undefined
  const slow = cache.get('a', () => new Promise((resolve) => (answer = resolve)))
  now += 3000
  const second = get('a', 'new')
  answer('old')
  expect(await slow).toBe('old')
  expect(await second).toBe('new')
  expect(await get('a', 'newer')).toBe('new')
})

test('a clock that is set back makes nothing fresh', async () => {
  await get('a')
  now -= 3_600_000
  expect(await get('a', 'new')).toBe('new')
})

test('unknown keys are looked up a few at a time, and do not delay known ones', async () => {
  cache = new TtlCache({ clock: { now: () => now }, maxAgeMs: 3000, maxEntries: 100, maxMisses: 3 })
  await get('known')
  now += 3000
  const never = () => new Promise<null>(() => undefined)
  for (const key of ['a', 'b', 'c']) void cache.get(key, never)
  await expect(get('d')).rejects.toBe(overloaded)
  expect(await get('known', 'changed')).toBe('changed')
})

test('other look-ups are processed after those of unknown keys', async () => {
  cache = new TtlCache({ clock: { now: () => now }, maxAgeMs: 3000, maxEntries: 100, maxMisses: 3 })
  await Promise.all([get('a', null), get('b'), get('c').catch(() => null)])
  expect(await get('d')).toBe('value of d')
})
