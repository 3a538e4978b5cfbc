import { atLeast, atMost, type HistoryRule, linkedFriends } from './history-rule.ts'
import { followingThresholds, type UsualFacts } from './usual-limits.ts'

const rules = {
  SAME_CARD: {
    sentence:
      'The friend pays with the same card or bank account as the referrer, or as other friends of the referrer.',
    found:
      'Cards or bank accounts that the friend’s and the referrer’s accounts have in common: {sharedCards}. Other friends of the referrer who pay with one of the friend’s: {friendsOnCard} (limit {limit:friends}).',
    startsAs: 'active',
    holds: 'both',
    isLate: true,
    thresholds: {
      friends: { description: 'Other friends with the same card, at least', default: 1, min: 1, max: 200 },
    },
    when: [[atLeast('sharedCards', 1)], [atLeast('friendsOnCard', 'friends')]],
  },
  SAME_DEVICE: {
    sentence: 'The friend and the referrer use the same device.',
    found: 'Devices that the friend’s and the referrer’s accounts have in common: {sharedDevices}.',
    startsAs: 'active',
    holds: 'both',
    isLate: true,
    thresholds: {},
    when: [[atLeast('sharedDevices', 1)]],
  },
  SAME_PERSON: {
    sentence:
      'Cards, devices or mailboxes of other accounts show that the friend and the referrer are the same person.',
    found:
      'Cards, devices or mailboxes of other accounts show that the friend and the referrer are the same person.',
    startsAs: 'shadow',
    holds: 'both',
    isLate: true,
    thresholds: {},
    when: [[atLeast('samePerson', 1)]],
  },
  REFERRAL_RING: {
    sentence: 'A chain of referrals leads back to the same person.',
    found: 'A chain of {ringLength} referrals leads back to the same person.',
    startsAs: 'active',
    holds: 'referrer',
    isLate: true,
    thresholds: {},
    when: [[atLeast('ringLength', 1)]],
  },
  REFERRER_BURST: {
    sentence:
      'The referrer brings many friends in a short time, and several of them have something in common.',
    found:
      'The referrer brought {friendsInHour} friends within an hour and {friendsInDay} within a day (limits {limit:friendsInHour} and {limit:friendsInDay}); {linkedFriends} of the others have something in common with this one.',
    startsAs: 'active',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      friendsInHour: { description: 'Friends within an hour, at least', default: 5, min: 2, max: 500 },
      friendsInDay: { description: 'Friends within a day, at least', default: 6, min: 2, max: 500 },
      linkedFriends: linkedFriends(2),
    },
    when: [
      [atLeast('friendsInHour', 'friendsInHour'), atLeast('linkedFriends', 'linkedFriends')],
      [atLeast('friendsInDay', 'friendsInDay'), atLeast('linkedFriends', 'linkedFriends')],
    ],
  },
  NETWORK_BURST: {
    sentence:
      'Many new accounts, several of them friends of the referrer, come from one network in a short time.',
    found:
      '{accountsOnNetworkInHour} accounts came from the friend’s network within an hour (limit {limit:accountsInHour}); {friendsOnNetwork} of the referrer’s friends use it.',
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      accountsInHour: {
        description: 'New accounts on the network within an hour, at least',
        default: 5,
        min: 2,
        max: 200,
      },
      friends: {
        description: 'Friends of the referrer on the network, at least',
        default: 3,
        min: 1,
        max: 200,
      },
    },
    when: [[atLeast('accountsOnNetworkInHour', 'accountsInHour'), atLeast('friendsOnNetwork', 'friends')]],
  },
  DOMAIN_FARM: {
    sentence:
      'Many friends of the referrer come within a day with e-mail addresses at one private mail domain, several of them within an hour.',
    found:
      '{accountsOnDomainInDay} accounts at the friend’s private mail domain came within a day (limit {limit:accountsInDay}); {friendsOnDomain} of the referrer’s friends have an address there, and {friendsInHour} came within an hour (limit {limit:friendsInHour}).',
    startsAs: 'active',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      accountsInDay: {
        description: 'New accounts there within a day, at least',
        default: 5,
        min: 2,
        max: 200,
      },
      friends: { description: 'Friends of the referrer there, at least', default: 4, min: 1, max: 200 },
      friendsInHour: { description: 'Friends within an hour, at least', default: 3, min: 1, max: 500 },
    },
    when: [
      [
        atLeast('accountsOnDomainInDay', 'accountsInDay'),
        atLeast('friendsOnDomain', 'friends'),
        atLeast('friendsInHour', 'friendsInHour'),
      ],
    ],
  },
  DISPOSABLE_EMAIL: {
    sentence: 'The friend’s e-mail address is at a provider of disposable addresses.',
    found: 'The friend’s e-mail address is at a provider of disposable addresses.',
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: false,
    thresholds: {},
    when: [[atLeast('disposableEmail', 1)]],
    notes: ['mailListVersion'],
  },
  LEAKED_CODE: {
    sentence: 'The referrer’s links are clicked on public coupon pages or in advertisements.',
    found:
      '{publicClicks} clicks on the referrer’s links came from public coupon pages or advertisements within 7 days (limit {limit:publicClicks}).',
    startsAs: 'active',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      publicClicks: { description: 'Such clicks within 7 days, at least', default: 10, min: 1, max: 10_000 },
    },
    when: [[atLeast('publicClicks', 'publicClicks')]],
  },
  FAST_CONVERSION: {
    sentence:
      'The friend paid very soon after the code was named, and has something in common with other friends.',
    found:
      'The friend paid {secondsToPayment} seconds after the code was named (limit {limit:seconds}); {linkedFriends} of the referrer’s other friends have something in common with this one.',
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      seconds: { description: 'Seconds until the payment, at most', default: 60, min: 0, max: 3600 },
      linkedFriends: linkedFriends(1),
    },
    when: [[atMost('secondsToPayment', 'seconds'), atLeast('linkedFriends', 'linkedFriends')]],
  },
  LEFT_EARLY: {
    sentence: 'The friend left soon after the conversion, before the referrer’s reward was given.',
    found: 'The friend left {daysToEnd} days after the conversion (limit {limit:days}).',
    isOfPayments: true,
    startsAs: 'active',
    holds: 'referrer',
    isLate: true,
    thresholds: { days: { description: 'Days after the conversion, at most', default: 14, min: 0, max: 90 } },
    when: [[atMost('daysToEnd', 'days')]],
  },
  PAYMENT_DISPUTED: {
    sentence: 'A payment of the friend is disputed.',
    found: 'Disputed payments of the friend: {disputes}.',
    isOfPayments: true,
    startsAs: 'active',
    holds: 'referrer',
    isLate: true,
    thresholds: {},
    when: [[atLeast('disputes', 1)]],
  },
  FAILED_CARDS: {
    sentence: 'Several payments of the friend failed before one succeeded.',
    found:
      'Payments of the friend that failed before one succeeded: {failedPayments} (limit {limit:payments}).',
    isOfPayments: true,
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: true,
    thresholds: { payments: { description: 'Failed payments, at least', default: 4, min: 1, max: 100 } },
    when: [[atLeast('failedPayments', 'payments')]],
  },
  REVIVED_REFERRER: {
    sentence:
      'A referrer who had brought no friend for a long time brings several within a day who have something in common.',
    found:
      'The referrer had brought no friend for {referrerIdleDays} days (limit {limit:idleDays}), and then {friendsInDay} within a day (limit {limit:friendsInDay}); {linkedFriends} of the others have something in common with this one.',
    isOfOwnPast: true,
    startsAs: 'active',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      idleDays: { description: 'Days without a friend before, at least', default: 180, min: 30, max: 3650 },
      friendsInDay: { description: 'Friends within a day, at least', default: 3, min: 1, max: 500 },
      linkedFriends: linkedFriends(1),
    },
    when: [
      [
        atLeast('referrerIdleDays', 'idleDays'),
        atLeast('friendsInDay', 'friendsInDay'),
        atLeast('linkedFriends', 'linkedFriends'),
      ],
    ],
  },
  CAP_FARMING: {
    sentence: 'The referrer reached the program’s maximum of rewards in a short time.',
    found:
      'The referrer reached the program’s maximum of rewards within {daysToCap} days (limit {limit:days}).',
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: false,
    thresholds: {
      days: { description: 'Days until the maximum was reached, at most', default: 14, min: 0, max: 365 },
    },
    when: [[atMost('rewardsLeft', 0), atMost('daysToCap', 'days')]],
  },
  COUPON_CYCLING: {
    sentence: 'The friend’s person had a friend’s reward before, with another account.',
    found: 'The friend’s person had a friend’s reward before, with other accounts: {friendRewardsBefore}.',
    startsAs: 'active',
    holds: 'referrer',
    isLate: true,
    thresholds: {},
    when: [[atLeast('friendRewardsBefore', 1)]],
  },
  OWN_DECISION: {
    sentence: 'A member of staff decided about a reward of their own.',
    found: 'A member of staff decided about a reward of their own.',
    startsAs: 'shadow',
    holds: 'referrer',
    isLate: true,
    thresholds: {},
    when: [[atLeast('ownDecisions', 1)]],
  },
  YEARLY_REWARDS: {
    sentence:
      'The referrer’s rewards of a calendar year reached the amount from which they are looked at, for example for tax.',
    found:
      'The referrer’s rewards of the calendar year came to {yearlyRewards} in the program’s currency (threshold {limit:amount}).',
    isOfOwnPast: true,
    startsAs: 'off',
    holds: 'referrer',
    isLate: true,
    thresholds: {
      amount: {
        description: 'Rewards of a calendar year, in the program’s currency, at least',
        default: 600,
        min: 1,
        max: 1_000_000,
      },
    },
    when: [[atLeast('yearlyRewards', 'amount')]],
  },
} as const satisfies Readonly<Record<string, HistoryRule>>
export type HistoryRuleName = keyof typeof rules
export const historyRules: Readonly<Record<HistoryRuleName, HistoryRule>> = rules

// The keys of the table are the names.
/** The rules in their order, which the bits of stored referrals follow: a new one comes last. */
export const historyRuleNames = Object.keys(rules) as readonly HistoryRuleName[]

/** Thresholds that a program has set; an absent one has its default. */
export type ThresholdSettings = { readonly [Rule in HistoryRuleName]?: Readonly<Record<string, number>> }

/** A threshold is at least so many times the usual fact. */
const TIMES_USUAL = 3

/** The thresholds that count for a rule: what the program has set, raised where the merchant's referrals usually have more. */
export function thresholdsOf(
  rule: HistoryRuleName,
  settings: ThresholdSettings,
  rules: Readonly<Record<HistoryRuleName, HistoryRule>> = historyRules,
  usual: UsualFacts = {},
): Readonly<Record<string, number>> {
  const own = settings[rule] ?? {}
  const found: Record<string, number> = {}
  for (const { name, threshold, raisedBy } of followingThresholds(rules[rule])) {
    const raised = TIMES_USUAL * Math.max(0, ...raisedBy.map((it) => usual[it] ?? 0))
    // Never above what can be set, because facts are not counted further.
    found[name] = Math.max(own[name] ?? threshold.default, Math.min(raised, threshold.max))
  }
  return found
}
