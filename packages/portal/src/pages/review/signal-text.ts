import type { Referral } from '@goodword/client'
import { type IdentityRuleName, isIdentityRule } from '@goodword/domain/fraud/fraud'
import { isReason, sentenceOf } from '@goodword/domain/referrals/outcome'
import { ownerName } from './reward-owner.ts'

type Signal = Pick<Referral['fraudSignals'][number], 'rule' | 'message'>

type Sentence = (friend: string, referrer: string) => string

/** Findings of rules about identity, with names. Other rules have only the sentence of the API. */
const sentences: Readonly<Record<IdentityRuleName, Sentence>> = {
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

/** What other signals mean, without their figures. */
const shortSentences: Readonly<Record<string, Sentence>> = {
  SAME_CARD: (friend, referrer) =>
    `${friend} pays with a card or bank account that ${referrer} or other friends use.`,
  SAME_DEVICE: (friend, referrer) => `${friend} and ${referrer} use the same device.`,
  SAME_PERSON: (friend, referrer) => `${friend} and ${referrer} are probably the same person.`,
  REFERRER_BURST: (_, referrer) => `${referrer} brought many friends within a day.`,
  NETWORK_BURST: (friend) => `Many new accounts came from ${friend}’s network within an hour.`,
  DOMAIN_FARM: (friend) => `Many new accounts have addresses at ${friend}’s mail domain.`,
  DISPOSABLE_EMAIL: (friend) => `${friend}’s e-mail address is a disposable one.`,
  FAST_CONVERSION: (friend) => `${friend} paid within seconds.`,
  FAILED_CARDS: (friend) => `Several payments of ${friend} failed before one succeeded.`,
  LEFT_EARLY: (friend) => `${friend} left soon after the first payment.`,
  UNCONFIRMED_USER: (friend) => `Your server never confirmed ${friend}.`,
  UNSIGNED_CONVERSION: (friend) => `Your server never confirmed ${friend}’s payment.`,
}

/** Why a referral waits, in one plain sentence for a list; the figures of the rule are in `signalText`. */
export function shortReason(signal: Signal, referral: Parameters<typeof ownerName>[0]): string {
  const isFailure = signal.message === sentenceOf('RULE_FAILED')
  const short = isFailure ? undefined : shortSentences[signal.rule]
  return (
    short?.(ownerName(referral, 'REFERRED'), ownerName(referral, 'REFERRER')) ?? signalText(signal, referral)
  )
}
