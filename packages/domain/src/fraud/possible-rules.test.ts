import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fraudFacts } from './fraud-facts.ts'
import { matchesFacts } from './history-rule.ts'
import { historyRuleNames, historyRules, thresholdsOf } from './history-rules.ts'
import {
  bitOf,
  bitsOf,
  isLikely,
  likelyRules,
  likelyThresholds,
  possibleRules,
  rulesOfBits,
  widestThresholds,
} from './possible-rules.ts'

const value = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 4000 }))
const facts = fc.record(Object.fromEntries(Object.keys(fraudFacts).map((name) => [name, value])), {
  requiredKeys: [],
})
const asked = fc.oneof(
  ...historyRuleNames.map((rule) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(historyRules[rule].thresholds).map(([name, { min, max }]) => [
            name,
            fc.integer({ min, max }),
          ]),
        ),
      )
      .map((thresholds) => ({ rule, thresholds })),
  ),
)

test('a rule that matches with any thresholds within their bounds is among those that are possible', () => {
  fc.assert(
    fc.property(facts, asked, (known, { rule, thresholds }) => {
      const isPossible = (possibleRules(known) & bitOf(rule)) !== 0
      expect(isPossible || !matchesFacts(historyRules[rule], known, thresholds)).toBe(true)
    }),
  )
})

test('a rule that matches with thresholds within the likely ones is among those that are likely, and is possible', () => {
  fc.assert(
    fc.property(facts, asked, (known, { rule, thresholds }) => {
      const [likely, bit] = [likelyRules(known), bitOf(rule)]
      const isMatch = isLikely(rule, thresholds) && matchesFacts(historyRules[rule], known, thresholds)
      expect((likely & bit) !== 0 || !isMatch).toBe(true)
      expect(likely & ~possibleRules(known)).toBe(0)
    }),
  )
  for (const rule of historyRuleNames) expect(isLikely(rule, thresholdsOf(rule, {}))).toBe(true)
})

test('a rule without thresholds is possible where it matches, and no rule without facts', () => {
  expect(rulesOfBits(possibleRules({ sharedDevices: 1, friendsInDay: 1 }))).toEqual(['SAME_DEVICE'])
  expect(possibleRules({})).toBe(0)
})

// Stored referrals have them as numbers: a rule that moves, and thresholds that become wider, need a migration that sets them anew.
test('every rule keeps its place, its widest thresholds and its likely ones', () => {
  expect(bitsOf(historyRuleNames)).toBe(2 ** historyRuleNames.length - 1)
  expect(
    historyRuleNames.map((it) => [
      bitOf(it),
      it,
      widestThresholds(historyRules[it]),
      likelyThresholds(historyRules[it]),
    ]),
  ).toEqual([
    [1, 'SAME_CARD', { friends: 1 }, { friends: 1 }],
    [2, 'SAME_DEVICE', {}, {}],
    [4, 'SAME_PERSON', {}, {}],
    [8, 'REFERRAL_RING', {}, {}],
    [16, 'REFERRER_BURST', burst(2, 2, 0), burst(3, 3, 1)],
    [32, 'NETWORK_BURST', { accountsInHour: 2, friends: 1 }, { accountsInHour: 3, friends: 2 }],
    [64, 'DOMAIN_FARM', farm(2, 1, 1), farm(3, 2, 2)],
    [128, 'DISPOSABLE_EMAIL', {}, {}],
    [256, 'LEAKED_CODE', { publicClicks: 1 }, { publicClicks: 5 }],
    [512, 'FAST_CONVERSION', { seconds: 3600, linkedFriends: 0 }, { seconds: 120, linkedFriends: 1 }],
    [1024, 'LEFT_EARLY', { days: 90 }, { days: 28 }],
    [2048, 'PAYMENT_DISPUTED', {}, {}],
    [4096, 'FAILED_CARDS', { payments: 1 }, { payments: 2 }],
    [8192, 'REVIVED_REFERRER', revived(30, 1, 0), revived(90, 2, 1)],
    [16384, 'CAP_FARMING', { days: 365 }, { days: 28 }],
    [32768, 'COUPON_CYCLING', {}, {}],
    [65536, 'OWN_DECISION', {}, {}],
    [131072, 'YEARLY_REWARDS', { amount: 1 }, { amount: 300 }],
  ])
})

function burst(friendsInHour: number, friendsInDay: number, linkedFriends: number) {
  return { friendsInHour, friendsInDay, linkedFriends }
}

function farm(accountsInDay: number, friends: number, friendsInHour: number) {
  return { accountsInDay, friends, friendsInHour }
}

function revived(idleDays: number, friendsInDay: number, linkedFriends: number) {
  return { idleDays, friendsInDay, linkedFriends }
}
