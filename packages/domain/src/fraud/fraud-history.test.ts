import { expect, test } from 'vitest'
import type { AccountKey } from '../values/ids.ts'
import { factsOfHistory, type KeyHistory } from './fraud-history.ts'

function linkedFriends(key: Partial<KeyHistory>, friends: number): number | undefined {
  const network: KeyHistory = {
    kind: 'network',
    key: '',
    accounts: friends,
    accountsInHour: 0,
    accountsInDay: 0,
    friends: Array.from({ length: friends }, (_, it) => `friend ${it}` as AccountKey),
    isReferrers: false,
    isKnown: false,
    ...key,
  }
  const history = {
    friendsInHour: 0,
    friendsInDay: 0,
    referrerSeenAt: null,
    publicClicks: 0,
    keys: [network],
    people: { own: null, referrer: null },
  }
  return factsOfHistory(history, { now: 0, startedAt: 0, startedNow: 0 }).linkedFriends
}

test.each<readonly [story: string, key: Partial<KeyHistory>, friends: number, linked: number]>([
  ['that friends alone use', {}, 5, 5],
  ['that as many others use', { accounts: 10 }, 5, 5],
  ['that more others use', { accounts: 11 }, 5, 0],
  ['of the referrer, with as many others', { accounts: 12, isReferrers: true }, 5, 5],
  ['of 20 accounts', { accounts: 20 }, 19, 0],
])('a network %s links friends unless most of it are strangers', (_, key, friends, linked) => {
  expect(linkedFriends(key, friends)).toBe(linked)
})

test('a card links friends, however many others have it', () => {
  expect(linkedFriends({ kind: 'card', accounts: 100 }, 1)).toBe(1)
})
