import type { Call } from '@goodword/domain/referrals/command'
import type { Outcome, OutcomeType, Reason } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'

/** Whether the account is referred, and what became of the code that the call came with; null when it had none. */
export type AttributionAnswer = { readonly attributed: boolean; readonly reason: Reason | null }

/** The part of an account that says how it was attributed. */
export type Referred = { readonly referralCode: ReferralCode | null; readonly paidAt: number | null }

/** A page does not learn that an account is blocked: the code does not work. */
function shown(reason: Reason): Reason {
  return reason === 'REFERRER_BLOCKED' || reason === 'ACCOUNT_BLOCKED' ? 'CODE_DISABLED' : reason
}

const aboutCodes: readonly OutcomeType[] = ['referral.started', 'attribution.skipped']

/**
 * The attribution that answers a call, for a caller who may know it. A repeated call has no outcome: the stored
 * account gives the answer of the first call.
 */
export function attributionAnswer(
  { commands }: Call,
  outcomes: readonly Outcome[],
  account: Referred,
): AttributionAnswer {
  const attributed = account.referralCode !== null
  const named = commands.find((it) => it.kind === 'attribute')
  if (named === undefined) return { attributed, reason: null }
  const outcome = outcomes.find((it) => aboutCodes.includes(it.type))
  if (outcome !== undefined) return { attributed, reason: shown(outcome.reason) }
  if (attributed && account.referralCode === named.code) {
    return { attributed, reason: named.evidence === 'cookie' ? 'TRACKING_COOKIE' : 'EXPLICIT_CODE' }
  }
  if (attributed) return { attributed, reason: 'ALREADY_REFERRED' }
  // An invalid explicit code has an outcome at each call; without an outcome, the code is from a cookie seen before.
  return { attributed, reason: account.paidAt === null ? 'USER_KNOWN_BEFORE' : 'EXISTING_CUSTOMER' }
}
