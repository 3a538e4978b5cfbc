import { isUuid } from '@goodword/domain/values/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIdGenerator } from './id-generator.ts'

const T = Date.UTC(2026, 0, 31, 12)

test('every key is a uuid of version 7 that begins with its time', () => {
  const { make } = createIdGenerator()
  for (const key of [make(T), make(T + 1), make(0), make(2 ** 48 - 1)]) {
    expect(isUuid(key)).toBe(true)
    expect(key[14]).toBe('7')
    expect('89ab').toContain(key[19])
  }
  expect(make(T).replaceAll('-', '').slice(0, 12)).toBe(T.toString(16).padStart(12, '0'))
})

test('keys made later sort later, however many fall into one millisecond and however often', () => {
  const { make } = createIdGenerator()
  for (let made = 0, now = T; made < 300_000; now += 1) {
    const size = now % 3 === 0 ? 1 : 20_000
    const keys = Array.from({ length: size }, () => make(now))
    expect(firstUnordered([make(now - 1), ...keys, make(now + 1)])).toBeNull()
    made += size + 2
  }
})

test('no two keys are equal, of one maker or of two, at one time or at several', () => {
  const makers = [createIdGenerator(), createIdGenerator()]
  const keys = new Set<string>()
  for (let made = 0; made < 100_000; made += 1) {
    for (const { make } of makers) keys.add(make(T + (made % 3)))
  }
  expect(keys.size).toBe(200_000)
})

test('the time of one tenant does not disturb the keys of another', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 50 }), (aheadDays) => {
      const { make } = createIdGenerator()
      const keys = aheadDays.flatMap((days, index) => [make(T + index), make(T + days * 86_400_000)])
      expect(firstUnordered(keys.filter((_key, index) => index % 2 === 0))).toBeNull()
    }),
  )
})

function firstUnordered(keys: readonly string[]): number | null {
  const index = keys.findIndex((key, position) => position > 0 && key <= (keys[position - 1] ?? ''))
  return index === -1 ? null : index
}
