import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { Account, Referral } from '../referrals/account.ts'
import type { DecisionContext } from '../referrals/decision-context.ts'

import { addDays } from '../values/interval.ts'

const DAY_MS = 86_400_000

/** What a payment says of the referral that it converts. */
export function factsOfPayment({ referral, paidAt }: Account, context: DecisionContext): FraudFacts {
  if (referral === null) return {}
  const seconds = Math.floor(((paidAt ?? context.now) - referral.startedAt) / 1000)
  return { ...context.capFacts(referral.referrer.accountKey), secondsToPayment: Math.max(0, seconds) }
}

/** What the end of a referral within the referrer's hold says of it; what was given after the hold stays. */
export function factsOfEnd(
  { convertedAt }: Pick<Referral, 'convertedAt'>,
  endedAt: number,
  { program }: DecisionContext,
): FraudFacts {
  if (convertedAt === null || endedAt >= addDays(convertedAt, program.referrerHoldDays)) return {}
  return { daysToEnd: Math.floor((endedAt - convertedAt) / DAY_MS) }
}
