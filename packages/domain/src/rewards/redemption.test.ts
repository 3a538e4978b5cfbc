import fc from 'fast-check'
import { expect, test } from 'vitest'
import { START } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import { type Credit, redeem } from './redemption.ts'
import { manualReward, type Reward, statusesOf } from './reward.ts'

const NOW = addDays(START, 10)

/** A credit of 100 that was given on a day and lasts until another. */
function credit(id: string, changes: Partial<Reward> = {}, amount = 100): Credit<string> {
  const reward = manualReward({ type: 'CREDIT', unit: 'USD', credit: amount }, START, null, null)
  return { id, reward: { ...reward, ...changes } }
}

const soon = credit('soon', { expiresAt: addDays(NOW, 1) })
const late = credit('late', { expiresAt: addDays(NOW, 9) })
const young = credit('young', { createdAt: NOW })
const old = credit('old')

test.each([
  ['the soonest expiry goes first', [old, late, soon], 150, 'soon 100, late 50'],
  ['what never expires goes last', [old, late], 150, 'late 100, old 50'],
  ['of one expiry the oldest goes first', [young, old], 150, 'old 100, young 50'],
  ['no credit is touched for nothing', [soon, late], 100, 'soon 100'],
  ['what is left of a credit', [credit('rest', { redeemed: 70 }), young], 50, 'rest 30, young 20'],
  ['all of it', [soon, old], 200, 'soon 100, old 100'],
  ['all or nothing', [soon, old], 201, null],
  ['nothing from nothing', [], 1, null],
])('credit is taken in its order: %s', (_story, credits, amount, expected) => {
  const takings = redeem(credits, amount, NOW)
  expect(takings?.map((it) => `${it.id} ${it.taken}`).join(', ') ?? null).toBe(expected)
})

test.each<readonly [string, Partial<Reward>]>([
  ['expired', { expiresAt: NOW }],
  ['taken back', { cancelledAt: NOW }],
  ['taken back by a clock that runs ahead', { cancelledAt: NOW + 1 }],
  ['not given yet', { givenAt: NOW + 1 }],
  ['waiting for a conversion', { givenAt: null }],
  ['redeemed', { redeemed: 100 }],
])('a credit that is %s cannot be spent', (_story, changes) => {
  expect(redeem([credit('it', changes)], 1, NOW)).toBeNull()
})

test('a credit can be spent until its expiry and from when it is given', () => {
  expect(redeem([credit('it', { expiresAt: NOW + 1, givenAt: NOW })], 100, NOW)).toHaveLength(1)
})

test('a credit is redeemed when the last of it is taken, and not before', () => {
  const [first, second] = redeem([soon, late], 150, NOW) ?? []
  expect(first?.reward).toMatchObject({ redeemed: 100, redeemedAt: NOW })
  expect(second?.reward).toMatchObject({ redeemed: 50, redeemedAt: null })
  expect([first, second].map((it) => it && statusesOf(it.reward, NOW)[0])).toEqual(['REDEEMED', 'AVAILABLE'])
})

const credits = fc.array(
  fc
    .record({
      amount: fc.integer({ min: 1, max: 50 }),
      spent: fc.double({ min: 0, max: 1, noNaN: true }),
      createdDays: fc.integer({ min: 0, max: 5 }),
      givenDays: fc.option(fc.integer({ min: -3, max: 1 })),
      expiryDays: fc.option(fc.integer({ min: -1, max: 5 })),
      isTakenBack: fc.boolean(),
    })
    .map(({ amount, spent, createdDays, givenDays, expiryDays, isTakenBack }) => ({
      createdAt: addDays(START, createdDays),
      givenAt: givenDays === null ? null : addDays(NOW, givenDays),
      expiresAt: expiryDays === null ? null : addDays(NOW, expiryDays),
      cancelledAt: isTakenBack ? NOW : null,
      redeemed: Math.floor(amount * spent),
      amount,
    })),
  { maxLength: 12 },
)

test('a redemption takes all or nothing, never more than a credit has, and spends first what expires first', () => {
  fc.assert(
    fc.property(credits, fc.integer({ min: 1, max: 200 }), (drawn, amount) => {
      const held = drawn.map(({ amount: whole, ...changes }, index) => credit(`${index}`, changes, whole))
      const rests = new Map(
        drawn.map((it, index) => [`${index}`, isSpendable(it) ? it.amount - it.redeemed : 0]),
      )
      const there = [...rests.values()].reduce((sum, it) => sum + it, 0)
      const takings = redeem(held, amount, NOW)
      expect(takings === null).toBe(amount > there)
      if (takings === null) return
      const taken = new Map(takings.map((it) => [it.id, it.taken]))
      expect(taken.size).toBe(takings.length)
      expect([...taken.values()].reduce((sum, it) => sum + it, 0)).toBe(amount)
      for (const [id, it] of taken) {
        expect(it).toBeGreaterThan(0)
        expect(it).toBeLessThanOrEqual(rests.get(id) ?? 0)
      }
      for (const { id, reward } of takings) {
        const earlier = held.filter((it) => (rests.get(it.id) ?? 0) > 0 && comesBefore(it.reward, reward))
        for (const it of earlier) expect(taken.get(it.id)).toBe(rests.get(it.id))
        expect(reward.redeemed).toBe((held[Number(id)]?.reward.redeemed ?? 0) + (taken.get(id) ?? 0))
      }
    }),
    { numRuns: 500 },
  )
})

function isSpendable(it: Pick<Reward, 'givenAt' | 'expiresAt' | 'cancelledAt'>): boolean {
  const isGiven = it.givenAt !== null && it.givenAt <= NOW
  return isGiven && it.cancelledAt === null && (it.expiresAt === null || it.expiresAt > NOW)
}

function comesBefore(one: Reward, other: Reward): boolean {
  if (one.expiresAt === other.expiresAt) return one.createdAt < other.createdAt
  if (other.expiresAt === null) return true
  return one.expiresAt !== null && one.expiresAt < other.expiresAt
}
