import type { Referral } from '@goodword/client'
import { type IdentityRuleName, isIdentityRule } from '@goodword/domain/fraud/fraud'
import { isReason, sentenceOf } from '@goodword/domain/referrals/outcome'
import { ownerName } from './reward-owner.ts'

type Signal = Pick<Referral['fraudSignals'][number], 'rule' | 'message'>

/** Findings of rules about identity, with names. Other rules have only the sentence of the API. */
const sentences: Readonly<Record<IdentityRuleName, (friend: string, referrer: string) => string>> = {
  SAME_EMAIL: (friend, referrer) =>
    `${friend} and ${referrer} have the same e-mail address, or a variant of it.`,
  SAME_PROCESSOR_CUSTOMER: (friend, referrer) =>
    `${friend}’s account names ${referrer}’s customer at the payment processor.`,
  SAME_USER_ID: (friend, referrer) => `${friend}’s account has a user with the same ID as ${referrer}.`,
}

/** `signalText(signal, referral)`: what a fraud rule found, as a sentence about the people. */
export function signalText({ rule, message }: Signal, referral: Parameters<typeof ownerName>[0]): string {
  // A rule that failed to run, or saw unverified values alone, has another message.
  const isPlain = isReason(rule) && message === sentenceOf(rule)
  const sentence = isPlain && isIdentityRule(rule) ? sentences[rule] : undefined
  return sentence?.(ownerName(referral, 'REFERRED'), ownerName(referral, 'REFERRER')) ?? message
}
