import type { Referral } from '@goodword/client'
import { actorText } from '../../format/actor-text.ts'
import { fraudRuleWords } from '../program/program-words.ts'

export type SideDecision = NonNullable<Referral['referrerDecision']>

/** Reasons other than fraud rules: unconfirmed data of pages, and reversals of the first payment. */
const otherReasons = {
  UNSIGNED_CONVERSION: 'the limit for payments that only a web page reported',
  UNCONFIRMED_USER: 'a code brought by a user whom your server does not know',
  PAID_ON_PAGE_BEFORE: 'a payment that a web page reported before the code',
  REPLACED_BY_SERVER: 'another code that your server named',
  FIRST_PAYMENT_VOIDED: 'a first payment that was voided',
  FIRST_PAYMENT_REFUNDED: 'a first payment that was refunded',
  FIRST_PAYMENT_DISPUTED: 'a first payment that the bank disputes',
} as const

/** Who decided about a side: "olivia@acme.example", "the rule “Same e-mail address”". */
export function deciderText({ by, actor, reason }: Pick<SideDecision, 'by' | 'actor' | 'reason'>): string {
  switch (by) {
    case 'STAFF':
      return actor === null ? 'your staff' : actorText(actor)
    case 'CONFIRMATION':
      return reason === 'ATTRIBUTION_CONFIRMED' ? 'the confirmed user or code' : 'the confirmed payment'
    case 'PROGRAM':
      return 'the end of the review period'
    case 'BLOCK':
      return 'the block of the referrer'
    case 'RULE':
      if (reason !== null && reason in otherReasons) return otherReasons[reason as keyof typeof otherReasons]
      return isRule(reason) ? `the rule “${fraudRuleWords[reason].name}”` : 'a fraud rule'
  }
}

function isRule(reason: string | null): reason is keyof typeof fraudRuleWords {
  return reason !== null && Object.hasOwn(fraudRuleWords, reason)
}
