import { attribute } from '../attribution/attribution.ts'
import { attributeByHand } from '../attribution/attribution-by-hand.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import { appeal } from '../moderation/appeal.ts'
import { block, followBlock, unblock } from '../moderation/block.ts'
import { observed } from '../moderation/observed.ts'
import { endReview } from '../moderation/review-period.ts'
import { moderate } from '../moderation/staff-moderation.ts'
import { close, report } from '../payments/conversion.ts'
import { beginMonths } from '../payments/first-bill.ts'
import { restoreFirstPayment, reverseFirstPayment } from '../payments/first-payment-reversal.ts'
import type { Account } from '../referrals/account.ts'
import type { Command } from '../referrals/command.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Refused } from '../referrals/outcome.ts'
import { unreachable } from '../values/unreachable.ts'
import { bind } from './bind.ts'
import { describe } from './description.ts'
import { identify } from './identification.ts'
import { recordReferral } from './referral-history.ts'

/** What one command makes of an account. */
export function applyCommand(
  account: Account,
  command: Command,
  context: DecisionContext,
): Transition | Refused {
  switch (command.kind) {
    case 'identify':
      return identify(account, command, context)
    case 'bind':
      return bind(account, command, context)
    case 'describe':
      return describe(account, command, context)
    case 'attribute':
      return attribute(account, command, context)
    case 'report':
      return report(account, command, context)
    case 'close':
      return close(account, command, context)
    case 'beginMonths':
      return beginMonths(account, command)
    case 'reverseFirstPayment':
      return reverseFirstPayment(account, command, context)
    case 'restoreFirstPayment':
      return restoreFirstPayment(account, command, context)
    case 'moderate':
      return moderate(account, command, context)
    case 'record':
      return recordReferral(account, command, context)
    case 'attributeByHand':
      return attributeByHand(account, command, context)
    case 'block':
      return block(account, command, context)
    case 'unblock':
      return unblock(account)
    case 'followBlock':
      return followBlock(account, context)
    case 'observe':
      return observe(account, command.facts, context)
    case 'appeal':
      return appeal(account, context)
    case 'endReview':
      return endReview(account, context)
    default:
      return unreachable(command)
  }
}

/** Facts that a command brings, with those that history has by now. */
function observe(account: Account, facts: FraudFacts, context: DecisionContext): Transition {
  if (account.referral === null) return unchanged(account)
  return observed(account, { ...context.historyFacts(account.referral), ...facts }, context)
}
