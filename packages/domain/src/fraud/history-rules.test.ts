import { describe, expect, test } from 'vitest'
import { ruleModes } from '../testing/test-tenant.ts'
import { foundBy, fraudRules, screenFacts } from './fraud.ts'
import { type FraudFacts, fraudFacts } from './fraud-facts.ts'
import type { FraudRuleMode } from './fraud-rule-mode.ts'
import { factsOfRule } from './history-rule.ts'
import { type HistoryRuleName, historyRuleNames, historyRules, thresholdsOf } from './history-rules.ts'
import type { UsualFacts } from './usual-limits.ts'

const settings = (mode: FraudRuleMode, fraudThresholds = {}) => ({
  fraudRules: ruleModes(() => mode),
  fraudThresholds,
})
const names = (facts: FraudFacts, fraudThresholds = {}) =>
  screenFacts(facts, settings('active', fraudThresholds), fraudRules).map((it) => it.rule)

/** Facts at the limits of each rule, by which it matches. */
const matching: Readonly<Record<HistoryRuleName, FraudFacts>> = {
  SAME_CARD: { sharedCards: 1, friendsOnCard: 1 },
  SAME_DEVICE: { sharedDevices: 1 },
  SAME_PERSON: { samePerson: 1 },
  REFERRAL_RING: { ringLength: 1 },
  REFERRER_BURST: { friendsInHour: 5, friendsInDay: 6, linkedFriends: 2 },
  NETWORK_BURST: { accountsOnNetworkInHour: 5, friendsOnNetwork: 3 },
  DOMAIN_FARM: { accountsOnDomainInDay: 5, friendsOnDomain: 4, friendsInHour: 3 },
  DISPOSABLE_EMAIL: { disposableEmail: 1, mailListVersion: 1 },
  LEAKED_CODE: { publicClicks: 10 },
  FAST_CONVERSION: { secondsToPayment: 60, linkedFriends: 1 },
  LEFT_EARLY: { daysToEnd: 14 },
  PAYMENT_DISPUTED: { disputes: 1 },
  FAILED_CARDS: { failedPayments: 4 },
  REVIVED_REFERRER: { referrerIdleDays: 180, friendsInDay: 3, linkedFriends: 1 },
  CAP_FARMING: { rewardsLeft: 0, daysToCap: 14 },
  COUPON_CYCLING: { friendRewardsBefore: 1 },
  OWN_DECISION: { ownDecisions: 1 },
  YEARLY_REWARDS: { yearlyRewards: 600 },
}

test('no rule matches without facts', () => {
  expect(names({})).toEqual([])
})

describe.each(historyRuleNames)('the rule %s', (rule) => {
  const facts = matching[rule]

  test('the rule matches at its limits and says so with all numbers that it names', () => {
    expect(names(facts)).toEqual([rule])
    const [signal] = screenFacts(facts, settings('shadow'), fraudRules)
    expect(signal).toMatchObject({ rule, shadow: true, facts })
    const sentence = signal === undefined ? null : foundBy(signal)
    expect(sentence).not.toMatch(/[{}?]/)
    for (const [fact, value] of Object.entries(facts)) {
      if (historyRules[rule].found.includes(`{${fact}}`)) expect(sentence).toContain(String(value))
    }
  })

  test('the rule does not match beyond its limits, nor without one of the facts that it needs together', () => {
    const { when } = historyRules[rule]
    for (const conditions of when) {
      for (const { fact, is } of conditions) {
        const value = facts[fact]
        if (value === undefined) continue
        const others = Object.fromEntries(Object.entries(facts).filter(([name]) => name !== fact))
        const past = Object.fromEntries(
          Object.entries(facts).map(([name, it]) => [name, name === fact ? beyond(it, is) : it]),
        )
        // An alternative that reads other facts may still match.
        const isAlone = when.every((it) => it.some((condition) => condition.fact === fact))
        if (!isAlone) continue
        expect(names(others)).not.toContain(rule)
        expect(names(past)).not.toContain(rule)
      }
    }
  })

  test('the rule reads only facts that are stored, and has defaults within the bounds', () => {
    expect(factsOfRule(historyRules[rule]).filter((it) => !Object.hasOwn(fraudFacts, it))).toEqual([])
    const bounds = Object.values(historyRules[rule].thresholds)
    expect(bounds.filter((it) => it.default < it.min || it.default > it.max)).toEqual([])
  })

  test('the rule does nothing while it is off', () => {
    expect(screenFacts(facts, settings('off'), fraudRules)).toEqual([])
  })
})

test('a threshold of the program counts in place of the default, and stands in the signal', () => {
  const facts = { friendsInHour: 5, friendsInDay: 5, linkedFriends: 2 }
  const stricter = { REFERRER_BURST: { friendsInHour: 8 } }
  expect(names(facts)).toEqual(['REFERRER_BURST'])
  expect(names(facts, stricter)).toEqual([])
  const [signal] = screenFacts({ ...facts, friendsInHour: 8 }, settings('active', stricter), fraudRules)
  expect(signal?.thresholds).toEqual({ friendsInHour: 8, friendsInDay: 6, linkedFriends: 2 })
  expect(thresholdsOf('REFERRER_BURST', stricter)).toEqual(signal?.thresholds)
})

test('limits of a rule that compares a referrer with their own past do not follow what is usual', () => {
  const limits = thresholdsOf('REVIVED_REFERRER', {}, historyRules, { friendsInDay: 7 })
  expect(limits).toMatchObject({ friendsInDay: 3 })
})

function beyond(value: number, is: 'atLeast' | 'atMost'): number {
  return is === 'atLeast' ? value - 1 : value + 1
}

test('a limit is three times what is usual where that is more, and never more than can be set', () => {
  const limits = (usualFacts: UsualFacts, set = {}) =>
    thresholdsOf('REFERRER_BURST', { REFERRER_BURST: set }, historyRules, usualFacts)
  expect(limits({ friendsInHour: 2, friendsInDay: 7 })).toMatchObject({ friendsInHour: 6, friendsInDay: 21 })
  expect(limits({ friendsInHour: 2.5 }, { friendsInHour: 7 })).toMatchObject({ friendsInHour: 7.5 })
  expect(limits({ friendsInHour: 400 })).toMatchObject({ friendsInHour: 500, linkedFriends: 2 })
  const facts = { friendsInHour: 20, friendsInDay: 2, linkedFriends: 2 }
  const usualFacts = { friendsInHour: 7 }
  expect(screenFacts(facts, { ...settings('active'), usualFacts }, fraudRules)).toEqual([])
  const [signal] = screenFacts(
    { ...facts, friendsInHour: 21 },
    { ...settings('active'), usualFacts },
    fraudRules,
  )
  expect(signal?.thresholds).toMatchObject({ friendsInHour: 21 })
  expect(signal === undefined ? null : foundBy(signal)).toContain('(limits 21 and 6)')
})
