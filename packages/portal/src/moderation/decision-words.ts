import type { Referral } from '@goodword/client'
import { actorText } from '../format/actor-text.ts'
import { fraudRuleNames } from '../program/program-words.ts'

export type SideDecision = NonNullable<Referral['referrerDecision']>

/** Who decided about a side: "olivia@acme.example", "the rule “Same e-mail address”". */
export function deciderText({ by, actor, reason }: Pick<SideDecision, 'by' | 'actor' | 'reason'>): string {
  switch (by) {
    case 'STAFF':
      return actor === null ? 'your staff' : actorText(actor)
    case 'CONFIRMATION':
      return 'the confirmed payment'
    case 'BLOCK':
      return 'the block of the referrer'
    case 'RULE':
      if (reason === 'UNSIGNED_CONVERSION') return 'the limit for unsigned payments'
      return isRule(reason) ? `the rule “${fraudRuleNames[reason]}”` : 'a fraud rule'
  }
}

function isRule(reason: string | null): reason is keyof typeof fraudRuleNames {
  return reason !== null && Object.hasOwn(fraudRuleNames, reason)
}
