import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { TokenBuckets } from './token-bucket.ts'

let now: number
let buckets: TokenBuckets

beforeEach(() => {
  now = 0
  buckets = newBuckets()
})

function newBuckets(maxBuckets = 1000): TokenBuckets {
  return new TokenBuckets({ stopwatch: { now: () => now }, perSecond: 10, burst: 20, maxBuckets })
}

/** How many of so many attempts get a token. */
function taken(attempts: number, key = 'a'): number {
  return Array.from({ length: attempts }, () => buckets.take(key)).filter((left) => left >= 0).length
}

test('a bucket is full at first, and empty after its burst', () => {
  expect(buckets.take('a')).toBe(19)
  expect(taken(100)).toBe(19)
})

test('an attempt on an empty bucket says how much is missing, and takes nothing', () => {
  taken(20)
  now += 50
  expect(buckets.take('a')).toBeCloseTo(-0.5)
  now += 50
  expect(buckets.take('a')).toBeCloseTo(0)
})

test('a bucket fills evenly, and holds no more than its burst', () => {
  taken(20)
  now += 300
  expect(taken(100)).toBe(3)
  now += 3_600_000
  expect(taken(100)).toBe(20)
})

test('each key has its own tokens', () => {
  taken(1000, 'loud')
  expect(taken(20, 'quiet')).toBe(20)
})

test('no more attempts pass than the burst and what has flowed in since, however they are spread', () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      buckets = newBuckets()
      const start = now
      let passed = 0
      for (const [wait, attempts] of steps) {
        now += wait
        passed += taken(attempts)
      }
      // A hair more, for what fractions of a token lose.
      expect(passed).toBeLessThanOrEqual(20 + ((now - start) * 10) / 1000 + 1e-6)
    }),
  )
})

test('a bucket is forgotten once it must be full again, and not before', () => {
  taken(20)
  now += 1999
  taken(1, 'b')
  expect(taken(100)).toBe(19)
  for (let round = 0; round < 3; round += 1) {
    now += 2000
    taken(1, 'b')
  }
  expect(buckets.size).toBe(1)
})

test('very many keys at once are not all remembered', () => {
  buckets = newBuckets(100)
  for (let index = 0; index < 10_000; index += 1) buckets.take(`key ${index}`)
  expect(buckets.size).toBeLessThanOrEqual(200)
})
