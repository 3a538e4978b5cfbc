import type { Program, RewardSpec } from '@goodword/client'
import { type FraudRuleName, thresholdsOfRule } from '@goodword/domain/fraud/fraud'
import type { FraudRuleMode } from '@goodword/domain/fraud/fraud-rule-mode'
import { count } from '../../format/number-text.ts'
import { rewardText } from '../../format/reward-text.ts'

/** The occasion of a reward: a side of a referral, a number of friends, or a decision of staff. */
export type RewardOccasion = 'referral' | 'milestone' | 'gift'

/** The terms of a program's reward: "10% off for 12 months"; an empty field is a question mark. */
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

const fraudRuleGroupTitles = {
  person: 'Friend and referrer are one person',
  friends: 'Many friends, or friends who are made up',
  codes: 'Codes in public',
  payments: 'Payments',
  team: 'Your team',
}
type FraudRuleGroup = keyof typeof fraudRuleGroupTitles

/** The name and the group of each rule, in the order of the page. */
export const fraudRuleWords: Readonly<
  Record<FraudRuleName, { readonly name: string; readonly group: FraudRuleGroup }>
> = {
  SAME_PROCESSOR_CUSTOMER: { name: 'Same customer at the payment processor', group: 'person' },
  SAME_EMAIL: { name: 'Same e-mail address', group: 'person' },
  SAME_USER_ID: { name: 'Same user ID', group: 'person' },
  SAME_CARD: { name: 'Same card or bank account', group: 'person' },
  SAME_DEVICE: { name: 'Same device', group: 'person' },
  SAME_PERSON: { name: 'Same person by way of other accounts', group: 'person' },
  REFERRAL_RING: { name: 'Referrals in a circle', group: 'person' },
  COUPON_CYCLING: { name: 'Friend’s reward used again', group: 'person' },
  REFERRER_BURST: { name: 'Many friends in a short time', group: 'friends' },
  NETWORK_BURST: { name: 'Many new accounts on one network', group: 'friends' },
  DOMAIN_FARM: { name: 'Many friends at one mail domain', group: 'friends' },
  DISPOSABLE_EMAIL: { name: 'Disposable e-mail address', group: 'friends' },
  REVIVED_REFERRER: { name: 'Referrer active again after a long time', group: 'friends' },
  CAP_FARMING: { name: 'Maximum of rewards reached quickly', group: 'friends' },
  LEAKED_CODE: { name: 'Code on coupon pages or in advertisements', group: 'codes' },
  FAST_CONVERSION: { name: 'Payment within seconds', group: 'payments' },
  FAILED_CARDS: { name: 'Several failed payments', group: 'payments' },
  LEFT_EARLY: { name: 'Friend left soon', group: 'payments' },
  PAYMENT_DISPUTED: { name: 'Disputed payment', group: 'payments' },
  YEARLY_REWARDS: { name: 'High sum of rewards in a year', group: 'payments' },
  OWN_DECISION: { name: 'Staff decided about their own reward', group: 'team' },
}

/** The rules by group. */
export const fraudRuleGroups = Object.entries(fraudRuleGroupTitles).map(([group, title]) => ({
  title,
  // The keys of the table are the names.
  rules: (Object.keys(fraudRuleWords) as FraudRuleName[]).filter((it) => fraudRuleWords[it].group === group),
}))

export const reviewEndNames: Readonly<Record<Program['reviewEnds'], string>> = {
  KEEP: 'It goes on waiting',
  APPROVE: 'It is approved by itself',
}

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
