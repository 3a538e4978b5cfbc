import type { Program, RewardSpec } from '@goodword/client'
import type { FraudRuleMode, FraudRuleName } from '@goodword/domain/fraud/fraud'
import { count } from '../../format/count.ts'
import { rewardText } from '../../format/reward-text.ts'

/** What a reward of a program is worth: "10% off for 12 months"; what is still empty is a question mark. */
export function termsText(reward: RewardSpec | null, isMilestone = false): string {
  if (reward === null) return 'No reward'
  const text = isComplete(reward) ? rewardText(reward) : 'Not complete'
  if (reward.type !== 'PCT_DISCOUNT' || reward.monthsDiscountIsValid !== undefined) return text
  return isMilestone ? `${text} without an end` : `${text} as long as the referral lasts`
}

/** "3 friends: €5.00; 10 friends: 20% off for 12 months". */
export function milestonesText(milestones: Program['milestones']): string {
  if (milestones.length === 0) return 'None'
  return milestones
    .map(({ friends, reward }) => {
      const number = Number.isNaN(friends) ? '?' : count(friends, 'friend')
      return `${number}: ${termsText(reward, true)}`
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

export const fraudModeNames: Readonly<Record<FraudRuleMode, string>> = {
  off: 'Off',
  shadow: 'Watch only',
  active: 'Active',
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
