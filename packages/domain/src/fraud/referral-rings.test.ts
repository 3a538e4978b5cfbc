import { expect, test } from 'vitest'
import type { AccountId, AccountKey, ReferralId } from '../values/ids.ts'
import { factsOfPerson, type ReferralOfPerson } from './person-facts.ts'
import { MAX_RING_LENGTH, type ReferralBetweenPeople, type Ring, RingWalk } from './referral-rings.ts'

/** Referrals in the order in which they started: `A→B`, or `A→B as B2` where B2 is an account of the person B. */
function referralsOf(texts: readonly string[]): readonly ReferralBetweenPeople[] {
  return texts.map((text, index) => {
    const [, referrer, friend, account] = /^(\w+)→(\w+)(?: as (\w+))?$/.exec(text) ?? []
    // Names of people and accounts of this test.
    return {
      id: String(index).padStart(3, '0') as ReferralId,
      account: (account ?? friend) as AccountId,
      friend: friend as AccountKey,
      referrer: referrer as AccountKey,
    }
  })
}

function ringsFrom(person: string, texts: readonly string[]): readonly string[] {
  const referrals = referralsOf(texts)
  const walk = new RingWalk(person as AccountKey)
  while (walk.frontier.length > 0) {
    const { frontier } = walk
    walk.follow(referrals.filter((it) => frontier.includes(it.friend)))
  }
  return walk.rings.map(({ closedBy, length }) => `${closedBy.account} ${length}`)
}

const chain = (people: number) =>
  Array.from({ length: people }, (_, it) => `P${it}→${it + 1 === people ? 'P0 as Again' : `P${it + 1}`}`)

test.each([
  ['a chain that ends', 'A', ['A→B', 'B→C'], []],
  ['three people', 'A', ['A→B', 'B→C', 'C→A as A2'], ['A2 3']],
  ['three people, seen from one in the middle', 'B', ['A→B', 'B→C', 'C→A as A2'], ['A2 3']],
  ['somebody in the middle with two accounts', 'B', ['A→B', 'B→A as A2'], ['A2 2']],
  ['somebody who refers themself', 'A', ['A→A as A2'], []],
  ['somebody below a ring', 'D', ['A→B', 'B→A as A2', 'A→D'], []],
  ['two accounts that came back by one friend', 'A', ['A→B', 'B→A as A2', 'B→A as A3'], ['A2 2', 'A3 2']],
  ['two rings', 'A', ['A→B', 'A→C', 'B→A as A2', 'C→A as A3'], ['A2 2', 'A3 2']],
  ['somebody who was referred late', 'A', ['B→A', 'A→B as B2'], ['B2 2']],
  ['six people', 'P0', chain(6), ['Again 6']],
  ['as many as are followed', 'P0', chain(MAX_RING_LENGTH), [`Again ${MAX_RING_LENGTH}`]],
  ['more than are followed', 'P0', chain(MAX_RING_LENGTH + 1), []],
])('%s: each ring is named by the referral that closed it', (_, person, referrals, expected) => {
  expect(ringsFrom(person, referrals)).toEqual(expected)
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
  expect(factsOfPerson(person, referrals, [])).toEqual([
    { account: 'account 2', facts: { samePerson: 1, friendRewardsBefore: 1 } },
  ])
})

test('a ring is a fact of the referral that closed it, also of another person, until it is known', () => {
  const [closing] = referralsOf(['B→D as D2'])
  if (closing === undefined) throw new Error('one referral')
  const ring: Ring = { closedBy: closing, length: 3 }
  const known = { ...ring, closedBy: { ...closing, account: 'account 5' as AccountId } }
  const referrals = [referral('5', { facts: { ringLength: 3 } })]
  expect(factsOfPerson(person, referrals, [ring, known])).toEqual([
    { account: 'D2', facts: { ringLength: 3 } },
  ])
})
