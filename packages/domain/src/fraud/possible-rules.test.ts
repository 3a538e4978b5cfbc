import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fraudFacts } from './fraud-facts.ts'
import { matchesFacts } from './history-rule.ts'
import { historyRuleNames, historyRules } from './history-rules.ts'
import { bitOf, bitsOf, possibleRules, rulesOfBits, widestThresholds } from './possible-rules.ts'

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

test('a rule without thresholds is possible where it matches, and no rule without facts', () => {
  expect(rulesOfBits(possibleRules({ sharedDevices: 1, friendsInDay: 1 }))).toEqual(['SAME_DEVICE'])
  expect(possibleRules({})).toBe(0)
})

// Stored referrals have them as numbers: a rule that moves, and a bound that becomes wider, need a migration that counts them anew.
test('every rule keeps its place and its widest thresholds', () => {
  expect(bitsOf(historyRuleNames)).toBe(2 ** historyRuleNames.length - 1)
  expect(historyRuleNames.map((it) => [bitOf(it), it, widestThresholds(historyRules[it])])).toEqual([
    [1, 'SAME_CARD', { friends: 1 }],
    [2, 'SAME_DEVICE', {}],
    [4, 'SAME_PERSON', {}],
    [8, 'REFERRAL_RING', {}],
    [16, 'REFERRER_BURST', { friendsInHour: 2, friendsInDay: 2, linkedFriends: 0 }],
    [32, 'NETWORK_BURST', { accountsInHour: 2, friends: 1 }],
    [64, 'DOMAIN_FARM', { accountsInDay: 2, friends: 1, friendsInHour: 1 }],
    [128, 'DISPOSABLE_EMAIL', {}],
    [256, 'LEAKED_CODE', { publicClicks: 1 }],
    [512, 'FAST_CONVERSION', { seconds: 3600, linkedFriends: 0 }],
    [1024, 'LEFT_EARLY', { days: 90 }],
    [2048, 'PAYMENT_DISPUTED', {}],
    [4096, 'FAILED_CARDS', { payments: 1 }],
    [8192, 'REVIVED_REFERRER', { idleDays: 30, friendsInDay: 1 }],
    [16384, 'CAP_FARMING', { days: 365 }],
    [32768, 'COUPON_CYCLING', {}],
    [65536, 'OWN_DECISION', {}],
  ])
})
