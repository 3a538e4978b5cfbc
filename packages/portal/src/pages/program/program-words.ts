import type { Program, RewardSpec } from '@goodword/client'
import { thresholdsOfRule } from '@goodword/contract/fraud-rule-setting'
import type { FraudRuleName } from '@goodword/domain/fraud/fraud'
import type { FraudRuleMode } from '@goodword/domain/fraud/fraud-rule-mode'
import { count } from '../../format/count.ts'
import { rewardText } from '../../format/reward-text.ts'

/** What a reward is for: a side of a referral, a number of friends, or nothing but the wish of staff. */
export type RewardOccasion = 'referral' | 'milestone' | 'gift'

/** What a reward of a program is worth: "10% off for 12 months"; what is still empty is a question mark. */
export function termsText(reward: RewardSpec | null, occasion: RewardOccasion = 'referral'): string {
  if (reward === null) return 'No reward'
  const text = isComplete(reward) ? rewardText(reward) : 'Not complete'
  if (reward.type !== 'PCT_DISCOUNT' || reward.monthsDiscountIsValid !== undefined) return text
  return occasion === 'referral' ? `${text} as long as the referral lasts` : `${text} without an end`
}

/** "3 friends: €5.00; 10 friends: 20% off for 12 months". */
export function milestonesText(milestones: Program['milestones']): string {
  if (milestones.length === 0) return 'None'
  return milestones
    .map(({ friends, reward }) => {
      const number = Number.isNaN(friends) ? '?' : count(friends, 'friend')
      return `${number}: ${termsText(reward, 'milestone')}`
    })
    .join('; ')
}

function isComplete(reward: RewardSpec): boolean {
  return Object.values(reward).every((it) => typeof it !== 'number' || !Number.isNaN(it))
}

export const consentNames: Readonly<Record<Program['consentMode'], string>> = {
  granted: 'Store the cookie at once',
  required: 'Store the cookie after consent',
  cookieless: 'Never store a cookie',
}

export const mendNames: Readonly<Record<Program['mendBills'], string>> = {
  ASK: 'Show them to the team',
  REFUND: 'Refund the difference at once',
}

export const fraudRuleNames: Readonly<Record<FraudRuleName, string>> = {
  SAME_PROCESSOR_CUSTOMER: 'Same customer at the payment processor',
  SAME_EMAIL: 'Same e-mail address',
  SAME_USER_ID: 'Same user ID',
  SAME_CARD: 'Same card or bank account',
  SAME_DEVICE: 'Same device',
  SAME_PERSON: 'Same person by way of other accounts',
  REFERRAL_RING: 'Referrals in a circle',
  REFERRER_BURST: 'Many friends in a short time',
  NETWORK_BURST: 'Many new accounts on one network',
  DOMAIN_FARM: 'Many friends at one mail domain',
  DISPOSABLE_EMAIL: 'Disposable e-mail address',
  LEAKED_CODE: 'Code on coupon pages or in advertisements',
  FAST_CONVERSION: 'Payment within seconds',
  LEFT_EARLY: 'Friend left soon',
  PAYMENT_DISPUTED: 'Disputed payment',
  FAILED_CARDS: 'Several failed payments',
  REVIVED_REFERRER: 'Referrer active again after a long time',
  CAP_FARMING: 'Maximum of rewards reached quickly',
  COUPON_CYCLING: 'Friend’s reward used again',
  OWN_DECISION: 'Staff decided about their own reward',
}

export const reviewEndNames: Readonly<Record<Program['reviewEnds'], string>> = {
  KEEP: 'It goes on waiting',
  APPROVE: 'It is approved by itself',
}

/** The rules by what they look at. */
export const fraudRuleGroups: readonly {
  readonly title: string
  readonly rules: readonly FraudRuleName[]
}[] = [
  {
    title: 'Friend and referrer are one person',
    rules: [
      ...(['SAME_PROCESSOR_CUSTOMER', 'SAME_EMAIL', 'SAME_USER_ID', 'SAME_CARD', 'SAME_DEVICE'] as const),
      ...(['SAME_PERSON', 'REFERRAL_RING', 'COUPON_CYCLING'] as const),
    ],
  },
  {
    title: 'Many friends, or friends who are made up',
    rules: [
      'REFERRER_BURST',
      'NETWORK_BURST',
      'DOMAIN_FARM',
      'DISPOSABLE_EMAIL',
      'REVIVED_REFERRER',
      'CAP_FARMING',
    ],
  },
  { title: 'Codes in public', rules: ['LEAKED_CODE'] },
  {
    title: 'Payments',
    rules: ['FAST_CONVERSION', 'FAILED_CARDS', 'LEFT_EARLY', 'PAYMENT_DISPUTED'],
  },
  { title: 'Your team', rules: ['OWN_DECISION'] },
]

export const fraudModeNames: Readonly<Record<FraudRuleMode, string>> = {
  off: 'Off',
  shadow: 'Watch only',
  active: 'Active',
}

/** "Active. Friends within an hour, at least: 9": the mode of a rule, and the thresholds that are set. */
export function fraudRuleText({ rule, mode, thresholds = {} }: Program['fraudRules'][number]): string {
  const known = thresholdsOfRule(rule)
  const set = Object.entries(thresholds).map(
    ([name, value]) =>
      `${known[name]?.description ?? name}: ${Number.isNaN(value) ? '?' : value.toLocaleString()}`,
  )
  return [fraudModeNames[mode], ...set].join('. ')
}

export function unsignedText({ mode, limit }: Program['unsignedConversions']): string {
  switch (mode) {
    case 'trust':
      return 'Counted at once'
    case 'limit':
      return `Counted at once for up to ${count(limit, 'friend')} of each referrer`
    case 'hold':
      return 'Rewards wait until your server confirms'
    case 'ignore':
      return 'Ignored'
  }
}

/** The name of a language in the language of the browser: "German", with its code where it is not known. */
export function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(locale) ?? locale
  } catch {
    return locale
  }
}
