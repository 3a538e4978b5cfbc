import { describe, expect, test } from 'vitest'
import { START, tenPercent } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import { entriesBetween, redemptionEntries } from './ledger.ts'
import {
  cancelReward,
  friendReward,
  friendRewardAtConversion,
  type Reward,
  type RewardSpec,
  referrerReward,
  reviveReward,
} from './reward.ts'

const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500, monthsCreditIsValid: 1 }
const END = Date.UTC(2026, 1, 10)
const given = referrerReward(credit, START, 0)
const partlyRedeemed: Reward = { ...given, redeemed: 200 }

describe('the entries of a reward', () => {
  test('a reward that is given and expires has two entries', () => {
    expect(entriesBetween('r1', null, given, START)).toEqual([
      { source: 'grant:r1', kind: 'GRANT', amount: 500, effectiveAt: START },
      { source: 'expiry:r1', kind: 'EXPIRY', amount: -500, effectiveAt: END },
    ])
  })

  test('a reward that waits has no entries yet, and none when it is taken back and revived', () => {
    const waiting = friendReward(credit, START)
    const takenBack = cancelReward(waiting, START)
    expect(entriesBetween('r1', null, waiting, START)).toEqual([])
    expect(entriesBetween('r1', waiting, takenBack, START)).toEqual([])
    expect(entriesBetween('r1', takenBack, reviveReward(takenBack), START + 1)).toEqual([])
  })

  test.each([given, cancelReward(given, START + 7), friendReward(tenPercent, START)])(
    'a reward that did not change has no new entries: %#',
    (reward) => {
      expect(entriesBetween('r1', reward, reward, START + 9)).toEqual([])
    },
  )
})

test('a queued percentage may end, wait without an end, and end at the same time again', () => {
  const spec: RewardSpec = {
    type: 'PCT_DISCOUNT',
    discountPercent: 10,
    monthsDiscountIsValid: 1,
    stacking: 'QUEUE',
  }
  const first = referrerReward(spec, START, 0)
  const ends = { ...first, expiresAt: END }
  const changes = [
    ...entriesBetween('r1', null, first, START),
    ...entriesBetween('r1', first, ends, START + 1),
    ...entriesBetween('r1', ends, first, START + 2),
    ...entriesBetween('r1', first, ends, START + 3),
  ]
  expect(changes.map(({ kind, amount, effectiveAt }) => [kind, amount, effectiveAt])).toEqual([
    ['GRANT', 1000, START],
    ['EXPIRY', -1000, END],
    ['EXPIRY', 1000, END],
    ['EXPIRY', -1000, END],
  ])
  expect(new Set(changes.map((it) => it.source)).size).toBe(changes.length)
})

describe('a cancellation', () => {
  const takenBack = cancelReward(partlyRedeemed, START + 7)

  test('a cancellation takes out the unspent rest, and its expiry takes nothing more', () => {
    expect(entriesBetween('r1', partlyRedeemed, takenBack, START + 7)).toEqual([
      { source: `reversal:r1:${START + 7}:1`, kind: 'REVERSAL', amount: -300, effectiveAt: START + 7 },
      { source: `reversal:r1:${START + 7}:1:expiry`, kind: 'REVERSAL', amount: 300, effectiveAt: END },
    ])
  })

  test('a cancellation under a hold counts from when the reward would have', () => {
    const held = referrerReward(credit, START, 14)
    const [entry] = entriesBetween('r1', held, cancelReward(held, START + 7), START + 7)
    expect(entry).toMatchObject({ amount: -500, effectiveAt: addDays(START, 14) })
  })

  test('a cancellation that is undone puts the rest back from then on, and lets it expire again', () => {
    expect(entriesBetween('r1', takenBack, reviveReward(takenBack), START + 9)).toEqual([
      { source: `revival:r1:${START + 7}:1`, kind: 'REVERSAL', amount: 300, effectiveAt: START + 9 },
      { source: `revival:r1:${START + 7}:1:expiry`, kind: 'REVERSAL', amount: -300, effectiveAt: END },
    ])
  })

  test('a cancellation that is undone after the reward would have expired puts nothing back', () => {
    const late = END + 5
    const [back, gone] = entriesBetween('r1', takenBack, reviveReward(takenBack), late)
    expect([back?.effectiveAt, gone?.effectiveAt]).toEqual([late, late])
    expect([back?.amount, gone?.amount]).toEqual([300, -300])
  })

  test('a cancellation that follows another of the same millisecond has entries of its own, and so has what undoes it', () => {
    const once = cancelReward(given, START)
    const revived = reviveReward(once)
    const twice = cancelReward(revived, START)
    const changes = [
      [given, once],
      [once, revived],
      [revived, twice],
      [twice, reviveReward(twice)],
    ] as const
    const sources = changes.flatMap(([before, after]) =>
      entriesBetween('r1', before, after, START).map((it) => it.source),
    )
    expect(new Set(sources).size).toBe(8)
    expect(entriesBetween('r1', revived, twice, START).map((it) => it.source)).toEqual(sources.slice(4, 6))
  })

  test('a cancellation that is undone and repeated in one transaction has the entries that two have', () => {
    const revived = reviveReward(takenBack)
    const again = cancelReward(revived, START + 9)
    expect(entriesBetween('r1', takenBack, again, START + 9)).toEqual([
      ...entriesBetween('r1', takenBack, revived, START + 9),
      ...entriesBetween('r1', revived, again, START + 9),
    ])
  })

  test('a cancellation that a clock running behind undoes does not count twice in between', () => {
    const [back] = entriesBetween('r1', takenBack, reviveReward(takenBack), START + 5)
    expect(back?.effectiveAt).toBe(START + 7)
  })
})

describe('a percentage that was taken back before the conversion', () => {
  const takenBack = cancelReward(friendReward(tenPercent, START), START + 7)
  const year = Date.UTC(2027, 0, 10)

  test('a percentage that was taken back before the conversion expires once it is revived after it', () => {
    const revived = friendRewardAtConversion(reviveReward(takenBack), START)
    expect(entriesBetween('r1', takenBack, revived, START + 9)).toEqual([
      { source: 'expiry:r1', kind: 'EXPIRY', amount: -1000, effectiveAt: year },
      { source: `revival:r1:${START + 7}:1`, kind: 'REVERSAL', amount: 1000, effectiveAt: START + 9 },
    ])
  })

  test('a percentage that was taken back before the conversion and is revived after its months changes nothing of the time before', () => {
    const revived = friendRewardAtConversion(reviveReward(takenBack), START)
    const late = year + 5
    for (const entry of entriesBetween('r1', takenBack, revived, late)) expect(entry.effectiveAt).toBe(late)
  })

  test('a percentage that is revived and taken back at once after the conversion leaves nothing to expire', () => {
    const again = cancelReward(friendRewardAtConversion(reviveReward(takenBack), START), START + 9)
    const entries = entriesBetween('r1', takenBack, again, START + 9)
    expect(entries.map((it) => [it.amount, it.effectiveAt])).toEqual([
      [-1000, year],
      [1000, START + 9],
      [-1000, START + 9],
      [1000, year],
    ])
  })
})

test('a credit that was taken back while it waited, given and taken back at once, counts for nothing', () => {
  const takenBack = cancelReward(friendReward(credit, START), START + 7)
  const again = cancelReward(friendRewardAtConversion(reviveReward(takenBack), START + 9), START + 9)
  const entries = entriesBetween('r1', takenBack, again, START + 9)
  const sum = (at: number) =>
    entries.filter((it) => it.effectiveAt <= at).reduce((total, it) => total + it.amount, 0)
  expect([START + 9, END + 8, END + 9].map(sum)).toEqual([0, 0, 0])
})

describe('a redemption', () => {
  test('a redemption takes out what it spends, and gives it back to the expiry, which would take it again', () => {
    expect(redemptionEntries('d1', 'r1', given, 200, START + 3)).toEqual([
      { source: 'redemption:d1:r1', kind: 'REDEMPTION', amount: -200, effectiveAt: START + 3 },
      { source: 'redemption:d1:r1:expiry', kind: 'EXPIRY', amount: 200, effectiveAt: END },
    ])
  })

  test('a redemption of a credit without expiry is one entry', () => {
    expect(redemptionEntries('d1', 'r1', { expiresAt: null }, 200, START)).toHaveLength(1)
  })
})
