import { expect, test } from 'vitest'
import type { AccountId, AccountKey, ReferralId } from '../values/ids.ts'
import { factsOfPerson, type ReferralOfPerson } from './person-facts.ts'
import { MAX_RING_LENGTH, type ReferralBetweenPeople, RingWalk } from './referral-rings.ts'

const DAY_MS = 86_400_000

/** Referrals that start one a day: `A→B`, or `A→B as B2` where B2 is an account of the person B. */
function referralsOf(texts: readonly string[]): readonly ReferralBetweenPeople[] {
  return texts.map((text, index) => {
    const [, referrer, friend, account] = /^(\w+)→(\w+)(?: as (\w+))?$/.exec(text) ?? []
    // Names of people and accounts of this test.
    return {
      account: (account ?? friend) as AccountId,
      friend: friend as AccountKey,
      referrer: referrer as AccountKey,
      startedAt: index * DAY_MS,
    }
  })
}

function ringsFrom(person: string, referrals: readonly ReferralBetweenPeople[]): readonly string[] {
  const walk = new RingWalk(person as AccountKey)
  while (walk.frontier.length > 0) {
    const { frontier } = walk
    walk.follow(referrals.filter((it) => frontier.includes(it.friend)))
  }
  return [...walk.ringLengths].map(([account, length]) => `${account} ${length}`).sort()
}

const chain = (people: number) =>
  Array.from({ length: people }, (_, it) => `P${it}→${it + 1 === people ? 'P0 as Again' : `P${it + 1}`}`)

test.each([
  ['a chain that ends', 'A', ['A→B', 'B→C'], []],
  ['three people', 'A', ['A→B', 'B→C', 'C→A as A2'], ['A2 3', 'B 3', 'C 3']],
  ['three people, seen from one in the middle', 'B', ['A→B', 'B→C', 'C→A as A2'], ['A2 3', 'B 3', 'C 3']],
  ['somebody in the middle with two accounts', 'B', ['A→B', 'B→A as A2'], ['A2 2', 'B 2']],
  ['somebody who refers themself', 'A', ['A→A as A2'], []],
  ['somebody below a ring', 'D', ['A→B', 'B→A as A2', 'A→D'], []],
  [
    'two accounts that came back by one friend',
    'A',
    ['A→B', 'B→A as A2', 'B→A as A3'],
    ['A2 2', 'A3 2', 'B 2'],
  ],
  ['two rings', 'A', ['A→B', 'A→C', 'B→A as A2', 'C→A as A3'], ['A2 2', 'A3 2', 'B 2', 'C 2']],
  ['somebody who was referred late', 'A', ['B→A', 'A→B as B2'], ['A 2', 'B2 2']],
  ['three people in another order', 'A', ['C→A as A2', 'A→B', 'B→C'], ['A2 3', 'B 3', 'C 3']],
  [
    'as many people as are followed',
    'P0',
    chain(MAX_RING_LENGTH),
    ['Again', ...Array.from({ length: MAX_RING_LENGTH - 1 }, (_, it) => `P${it + 1}`)].map(
      (it) => `${it} ${MAX_RING_LENGTH}`,
    ),
  ],
  ['more than are followed', 'P0', chain(MAX_RING_LENGTH + 1), []],
])('%s: every referral of a ring belongs to it, whichever closed it', (_, person, texts, expected) => {
  expect(ringsFrom(person, referralsOf(texts))).toEqual(expected)
})

test('a referral that started more than 30 days before a ring was closed does not belong to it', () => {
  const [first, second, last] = referralsOf(['A→B', 'B→C', 'C→A as A2'])
  if (first === undefined || second === undefined || last === undefined) throw new Error('three referrals')
  const closing = { ...last, startedAt: second.startedAt + 30 * DAY_MS }
  expect(ringsFrom('A', [first, second, closing])).toEqual(['A2 3', 'C 3'])
})

const referral = (id: string, changes: Partial<ReferralOfPerson> = {}): ReferralOfPerson => ({
  id: id as ReferralId,
  account: `account ${id}` as AccountId,
  referrer: 'stranger' as AccountKey,
  hasFriendReward: false,
  facts: {},
  ...changes,
})
const person = { root: 'a' as AccountKey, accounts: ['a', 'b', 'c'] as AccountKey[] }

test('a referrer who is the friend’s person, and rewards of the person’s accounts before, are facts of a referral', () => {
  const referrals = [
    referral('1', { hasFriendReward: true }),
    referral('2', { referrer: 'b' as AccountKey }),
    referral('3', { hasFriendReward: true, facts: { friendRewardsBefore: 1 } }),
    referral('4', { facts: { friendRewardsBefore: 2 } }),
  ]
  expect(factsOfPerson(person, referrals, new Map())).toEqual([
    { account: 'account 2', facts: { samePerson: 1, friendRewardsBefore: 1 } },
  ])
})

test('the length of a ring is a fact of its referrals, also of those of other people, until it is known', () => {
  const referrals = [referral('5', { facts: { ringLength: 3 } })]
  const lengths = new Map([
    ['D2' as AccountId, 3],
    ['account 5' as AccountId, 3],
  ])
  expect(factsOfPerson(person, referrals, lengths)).toEqual([{ account: 'D2', facts: { ringLength: 3 } }])
})
