import { screened } from '../moderation/moderation.ts'
import type { Account } from '../referrals/account.ts'
import type { BindCommand } from '../referrals/command.ts'
import { andThen, type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Refused } from '../referrals/outcome.ts'
import type { ProviderId } from '../values/ids.ts'

/**
 * Names the account's customer at the payment processor. It belongs to one account, and stays as long as it has a live
 * subscription: the merchant's server and the processor name another one in the place of a customer that is gone. What an
 * unsigned browser names is kept apart, as a claim.
 */
export function bind(account: Account, command: BindCommand, context: DecisionContext): Transition | Refused {
  const { providerId } = command
  const { source } = context
  if (source === 'browser' && command.verified !== true) return claim(account, providerId, context)
  const former = account.providerId
  if (former === providerId) return unchanged(account)
  const owner = context.accountOf(providerId)
  const isTaken = owner !== null && owner !== account.key
  // A browser is never refused: what it cannot bind stays its claim.
  if (source === 'browser' && (isTaken || former !== null)) return claim(account, providerId, context)
  const isLeaving = former === null || (context.isGone(former) && isAsked(command, former, context))
  if (source === 'processor' && (isTaken || !isLeaving)) return unchanged(account)
  if (!isLeaving) return hasCustomer(former, command, context)
  if (isTaken) return takenByOther()
  const bound = screened({ ...account, providerId }, context)
  return former === null ? bound : andThen(replaced(account, former, providerId), () => bound)
}

/** Whether the processor was asked just now, or shows it by itself. */
function isAsked({ inPlaceOf }: BindCommand, former: ProviderId, { source }: DecisionContext): boolean {
  return source === 'processor' || inPlaceOf === former
}

function replaced(account: Account, before: ProviderId, after: ProviderId): Transition {
  const about = { type: 'customer.replaced', reason: 'CUSTOMER_REPLACED', account: account.key } as const
  return { account, outcomes: [{ ...about, customers: { before, after } }] }
}

/** What an unsigned browser names is kept apart. The first claim stays, unless its customer was bound and is gone. */
function claim(account: Account, providerId: ProviderId, context: DecisionContext): Transition {
  const former = account.providerId
  const isNews = mayClaim(account, providerId) && (former === null || context.isGone(former))
  return isNews ? screened({ ...account, claimedProviderId: providerId }, context) : unchanged(account)
}

/** Whether an unsigned browser call may claim a customer for the account, should the present one be gone. */
export function mayClaim(
  { providerId: present, claimedProviderId: claimed }: Pick<Account, 'providerId' | 'claimedProviderId'>,
  providerId: ProviderId,
): boolean {
  return present !== providerId && (claimed === null || (claimed === present && claimed !== providerId))
}

function hasCustomer(former: ProviderId, { inPlaceOf }: BindCommand, { program }: DecisionContext): Refused {
  const linked = 'This account is linked to another customer of the payment processor'
  if (inPlaceOf === former && program.isProcessorConnected) {
    return taken(
      `${linked}, which has a live subscription there. Cancel that subscription or delete that customer, then send the call again; or send the ID of that customer.`,
    )
  }
  const unknown = program.isProcessorConnected
    ? 'and the processor could not be asked just now whether that one has a live subscription. Send the call again.'
    : 'and no processor is connected that could say whether that one has a live subscription. Connect it, then send the call again.'
  return { ...taken(`${linked}, ${unknown}`), unlessGone: former }
}

function takenByOther(): Refused {
  return taken(
    'This customer of the payment processor is already linked to another account. Send the ID of that account, or of another customer.',
  )
}

function taken(message: string): Refused {
  return { code: 'PROVIDER_ID_TAKEN', param: 'paymentProviderId', message }
}
