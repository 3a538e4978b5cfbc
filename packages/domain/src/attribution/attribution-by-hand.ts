import { type Account, standingOf } from '../referrals/account.ts'
import type { AttributeByHandCommand } from '../referrals/command.ts'
import type { DecisionContext, Transition } from '../referrals/decision-context.ts'
import type { Refused } from '../referrals/outcome.ts'
import { replaceReferral, startReferral } from './attribution.ts'
import { confirmedAttribution, startsAnew, yieldsToServer } from './page-attribution.ts'

/**
 * Staff or the merchant's server attribute an account after the fact. The rules of a code that is given apply: fraud rules,
 * limits, one referral per account, no account refers itself. A person may overrule two of them: a code counts although
 * it is disabled or expired, and, if the command says so, an account that paid before can be referred. It converts at once.
 */
export function attributeByHand(
  account: Account,
  { code, allowsExistingCustomer }: AttributeByHandCommand,
  context: DecisionContext,
): Transition | Refused {
  const standing = standingOf(account)
  if (account.referral?.code === code && !startsAnew(account, context)) {
    return confirmedAttribution(account, context)
  }
  const isOverruled = standing === 'closed' && allowsExistingCustomer
  const yields = yieldsToServer(account, context) && !isOverruled
  if (account.referral !== null && !yields) return alreadyReferred()
  if (account.block !== null) return friendBlocked()
  if (!context.program.active) return programInactive()
  const owner = context.ownerOf(code)
  if (owner === null) return unknownCode()
  if (owner.referrer.accountKey === account.key) return ownCode()
  if (owner.isBlocked) return referrerBlocked()
  if (standing === 'closed' && !yields && !isOverruled) return existingCustomer()
  const named = { code, owner, reason: 'ATTRIBUTED_BY_HAND', command: null } as const
  return yields ? replaceReferral(account, named, context) : startReferral(account, named, context)
}

function alreadyReferred(): Refused {
  const message =
    'The account was already referred by another code. An account has at most one referral, and the first one counts.'
  return { code: 'ALREADY_REFERRED', param: 'referredAccountId', message }
}

function friendBlocked(): Refused {
  const message = 'The account is blocked, so it cannot be referred. Unblock it first.'
  return { code: 'ACCOUNT_BLOCKED', param: 'referredAccountId', message }
}

function referrerBlocked(): Refused {
  const message = 'The account of the code’s owner is blocked, so it cannot refer. Unblock it first.'
  return { code: 'ACCOUNT_BLOCKED', param: 'referralCode', message }
}

function programInactive(): Refused {
  const message = 'The program is off, so no accounts are attributed. Turn it on first.'
  return { code: 'PROGRAM_INACTIVE', param: 'referralCode', message }
}

function existingCustomer(): Refused {
  const message =
    'The account paid before it was referred. To attribute it all the same, set allowExistingCustomer to true: the referral then converts at once.'
  return { code: 'EXISTING_CUSTOMER', param: 'allowExistingCustomer', message }
}

function unknownCode(): Refused {
  const message = 'No user of this program has this referral code. Check the spelling.'
  return { code: 'REFERRAL_CODE_NOT_FOUND', param: 'referralCode', message }
}

function ownCode(): Refused {
  const message = 'The code belongs to a user of this account. An account cannot refer itself.'
  return { code: 'SELF_REFERRAL', param: 'referralCode', message }
}
