import { expect, test } from 'vitest'
import { addDays, addMonths } from '../values/interval.ts'
import type { Reward } from './reward.ts'
import { type ShareAccount, settleShares, type WantedShare } from './share-account.ts'

const START = Date.UTC(2026, 0, 10)
const NOTHING: ShareAccount = { states: [], credits: [] }

function want(payment: string, keptMinor: number, fields: Partial<WantedShare> = {}): WantedShare {
  return {
    payment,
    paidAt: START,
    keptMinor,
    isApproved: true,
    unit: 'EUR',
    months: 3,
    holdDays: 0,
    ...fields,
  }
}

function settled(account: ShareAccount, wanted: readonly WantedShare[], now = START) {
  let ids = account.credits.length
  return settleShares(account, wanted, now, () => `c${ids++}`)
}

/** The account after its credit was spent, some of it or all. */
function withSpent(account: ShareAccount, minor: number): ShareAccount {
  const [first, ...others] = account.credits
  if (first === undefined) throw new Error('there is no credit to spend')
  return { ...account, credits: [{ ...first, reward: { ...first.reward, redeemed: minor } }, ...others] }
}

function rewardsOf({ credits }: ShareAccount): readonly Partial<Reward>[] {
  return credits.map(({ reward: { redeemed, takenBack } }) => ({ redeemed, takenBack }))
}

test('the share of a payment is credit with months of its own, which begin after the hold', () => {
  const { credits, states } = settled(NOTHING, [want('p1', 80, { holdDays: 14 })])
  const givenAt = addDays(START, 14)
  expect(credits.map((it) => it.reward)).toMatchObject([
    {
      source: 'FRIEND_PAYMENT',
      spec: { type: 'CREDIT', unit: 'EUR', credit: 80, monthsCreditIsValid: 3 },
      scheduledFor: givenAt,
      givenAt,
      expiresAt: addMonths(givenAt, 3),
    },
  ])
  expect(states).toEqual([{ payment: 'p1', givenMinor: 80, takenMinor: 0, debtMinor: 0, expiredMinor: 0 }])
})

test('a refund takes back credit that is not spent, then the next share pays the rest', () => {
  const spent = withSpent(settled(NOTHING, [want('p1', 80)]), 50)
  const refunded = settled(spent, [want('p1', 0)])
  expect(rewardsOf(refunded)).toEqual([{ redeemed: 80, takenBack: 30 }])
  expect(refunded.states).toMatchObject([{ takenMinor: 30, debtMinor: 50 }])
  const paidAgain = settled(refunded, [want('p1', 0), want('p2', 80)])
  expect(rewardsOf(paidAgain)).toEqual([
    { redeemed: 80, takenBack: 30 },
    { redeemed: 50, takenBack: 50 },
  ])
  expect(paidAgain.states).toMatchObject([{ takenMinor: 80, debtMinor: 0 }, { givenMinor: 80 }])
})

test('a dispute that is won gives new credit for what was taken, and drops the debt', () => {
  const disputed = settled(withSpent(settled(NOTHING, [want('p1', 80)]), 50), [want('p1', 0)])
  const later = addDays(START, 70)
  const won = settled(disputed, [want('p1', 80)], later)
  expect(won.credits.at(-1)?.reward).toMatchObject({ spec: { credit: 30 }, expiresAt: addMonths(later, 3) })
  expect(won.states).toEqual([
    { payment: 'p1', givenMinor: 80, takenMinor: 0, debtMinor: 0, expiredMinor: 0 },
  ])
})

test('a debt is dropped also while the side waits, and credit is given again once it is approved', () => {
  const disputed = settled(withSpent(settled(NOTHING, [want('p1', 80)]), 50), [want('p1', 0)])
  const waiting = settled(disputed, [want('p1', 80, { isApproved: false })])
  expect(waiting.states).toMatchObject([{ takenMinor: 30, debtMinor: 0 }])
  expect(waiting.credits).toHaveLength(1)
  expect(settled(waiting, [want('p1', 80)]).credits.at(-1)?.reward.spec).toMatchObject({ credit: 30 })
})

test('credit that expired unspent is not asked for again', () => {
  const given = withSpent(settled(NOTHING, [want('p1', 80)]), 50)
  const refunded = settled(given, [want('p1', 0)], addMonths(START, 4))
  expect(refunded.states).toMatchObject([{ takenMinor: 0, debtMinor: 50, expiredMinor: 30 }])
})
