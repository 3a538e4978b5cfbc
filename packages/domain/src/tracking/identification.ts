import { isRepeatedCookie } from '../attribution/attribution.ts'
import { confirmedUser } from '../attribution/page-attribution.ts'
import { screened } from '../moderation/moderation.ts'
import { isKnownStatus, type KnownStatus, type PaymentTerms } from '../payments/conversion.ts'
import { type Account, type Profile, profileFields, type User } from '../referrals/account.ts'
import type {
  AttributeCommand,
  BindCommand,
  Call,
  Command,
  IdentifyCommand,
  Source,
} from '../referrals/command.ts'
import { andThen, type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome, Refused } from '../referrals/outcome.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import type { ProviderId } from '../values/ids.ts'
import { unreachable } from '../values/unreachable.ts'
import { withUnconfirmed } from './unconfirmed-users.ts'

/**
 * Makes a person of the account known, or better known; the rules look at the account's referral again. A server that
 * chooses another person's code is refused; a browser goes on with the code that the person has.
 */
export function identify(
  account: Account,
  command: IdentifyCommand,
  context: DecisionContext,
): Transition | Refused {
  const known = account.users.find((it) => it.id === command.userId)
  const owner = command.code === undefined ? null : context.ownerOf(command.code)
  const isTaken = owner !== null && owner.referrer.userKey !== known?.key
  if (isTaken && context.source === 'server') return codeTaken()
  const accepted = isTaken ? withoutCode(command) : command
  const user = merged(known ?? newcomer(command, context.now), accepted, context)
  if (known !== undefined && isSame(known, user)) return unchanged(account)
  if (known === undefined) return add(account, user, context)
  const users = account.users.map((it) => (it === known ? user : it))
  const step = unchanged({ ...account, users })
  return namedByTrusted(
    andThen(step, (it) => screened(it, context)),
    user,
    context,
  )
}

/** Adds a user. Of many that only unsigned calls named, the oldest gives way, so that these calls keep no colleague out. */
function add(account: Account, added: User, context: DecisionContext): Transition {
  const { account: before, user } = added.isConfirmed
    ? { account: { ...account, users: [...account.users, added] }, user: added }
    : withUnconfirmed(account, added)
  const created: Outcome = {
    type: 'user.created',
    reason: 'IDENTIFIED',
    account: account.key,
    user: user.key,
  }
  const step = { account: before, outcomes: [created] }
  return namedByTrusted(
    andThen(step, (it) => screened(it, context)),
    user,
    context,
  )
}

/** Confirms the account and its referral when a trusted call names a user. */
function namedByTrusted(step: Transition, user: User, context: DecisionContext): Transition {
  if (!user.isConfirmed || !context.isTrusted) return step
  return andThen(step, (it) => {
    const account = it.hasConfirmedUsers ? it : { ...it, hasConfirmedUsers: true }
    return confirmedUser(account, user.key, context)
  })
}

/** The fields of an account that decide whether a browser call for one of its users is a repeat. */
export type Known = Pick<Account, 'users' | 'providerId' | 'claimedProviderId'> &
  KnownStatus & { readonly referralCode: ReferralCode | null; readonly isReferralFromPage: boolean }

/** Whether a browser's call has only stored data: then nothing has to be locked or written. */
export function repeatsTheKnown(known: Known, call: Call, program: PaymentTerms): boolean {
  const isSigned = call.commands.some((it) => 'verified' in it && it.verified === true)
  return call.source === 'browser' && call.commands.every((it) => isKnown(known, it, program, isSigned))
}

function isKnown(account: Known, command: Command, program: PaymentTerms, isSigned: boolean): boolean {
  switch (command.kind) {
    case 'identify': {
      const user = account.users.find((it) => it.id === command.userId)
      return (
        user !== undefined &&
        user.browserSeenAt !== null &&
        isSame(user, filled(user, command, { source: 'browser', isTrusted: isSigned, isNewAccount: false }))
      )
    }
    case 'bind':
      if (command.verified === true) return account.providerId === command.providerId
      return !mayClaim(account, command.providerId)
    case 'attribute':
      return isKnownCode(account, command, isSigned)
    case 'report':
      return isKnownStatus(account, command, program)
    case 'describe':
    case 'close':
    case 'beginMonths':
    case 'reverseFirstPayment':
    case 'restoreFirstPayment':
    case 'moderate':
    case 'record':
    case 'attributeByHand':
    case 'block':
    case 'unblock':
    case 'followBlock':
    case 'observe':
    case 'endReview':
    case 'appeal':
      return false
    default:
      return unreachable(command)
  }
}

/** A signed call confirms a code that only unsigned calls named so far. */
function isKnownCode(account: Known, command: AttributeCommand, isSigned: boolean): boolean {
  if (command.evidence === 'cookie') return isRepeatedCookie(command, account)
  return (
    command.code !== null &&
    account.referralCode === command.code &&
    !(isSigned && account.isReferralFromPage)
  )
}

function merged(user: User, command: IdentifyCommand, context: DecisionContext): User {
  const browserSeenAt = user.browserSeenAt ?? (context.source === 'browser' ? context.now : null)
  return { ...filled(user, command, context), browserSeenAt }
}

/**
 * A server overwrites the fields it sends; a browser only fills empty ones. An absent field is kept. Names are shown to others,
 * so an unsigned call does not fill those of a user that the server has named. Nor does it choose the language of e-mails.
 */
function filled(
  user: User,
  command: IdentifyCommand,
  { source, isTrusted, isNewAccount }: Pick<DecisionContext, 'source' | 'isTrusted' | 'isNewAccount'>,
): User {
  const isFinal = isTrustedCommand(command, source)
  const choose = (field: keyof Profile) => {
    const [stored, given] = [user[field], command[field]]
    if (isFinal) return given ?? stored
    if (field === 'locale' && !isTrusted) return stored
    const isOthers = user.isConfirmed && !isTrusted && field !== 'email'
    return isOthers ? stored : (stored ?? given ?? null)
  }
  const becomesClaim = isFinal && !user.isConfirmed && user.email !== null
  const hasEmail = command.email !== undefined && (isFinal || user.email === null)
  return {
    ...user,
    ...profileOf(choose),
    code: isFinal ? (command.code ?? user.code) : user.code,
    // An address that a page gave to a user is a claim once the server names the user without one.
    isEmailClaimed: hasEmail ? !isFinal && !isNewAccount : user.isEmailClaimed || becomesClaim,
    isEmailTrusted: hasEmail ? isFinal : user.isEmailTrusted,
    isConfirmed: user.isConfirmed || isFinal,
  }
}

function profileOf(choose: (field: keyof Profile) => string | null): Profile {
  // The list names every field of the type.
  return Object.fromEntries(profileFields.map((field) => [field, choose(field)])) as Profile
}

function isTrustedCommand({ verified }: IdentifyCommand, source: Source): boolean {
  return source !== 'browser' || verified === true
}

function newcomer(command: IdentifyCommand, now: number): User {
  return {
    key: command.newcomer.key,
    id: command.userId,
    code: command.newcomer.code,
    ...profileOf(() => null),
    isEmailClaimed: false,
    isEmailTrusted: false,
    isConfirmed: false,
    browserSeenAt: null,
    cookieCode: null,
    createdAt: now,
  }
}

function withoutCode({ code: _taken, ...command }: IdentifyCommand): IdentifyCommand {
  return command
}

function isSame(one: User, other: User): boolean {
  // Both have the same fields, whichever there are.
  return Object.entries(one).every(([field, value]) => value === other[field as keyof User])
}

function codeTaken(): Refused {
  const message = 'Another user has this referral code. Choose a different one.'
  return { code: 'CODE_TAKEN', param: 'referralCode', message }
}

/**
 * Names the account's customer at the payment processor. It belongs to one account, and stays as long as it has a live
 * subscription: the merchant's server and the processor name another one in the place of a customer that is gone. A
 * customer named by an unsigned browser call is stored apart, as a claim.
 */
export function bind(account: Account, command: BindCommand, context: DecisionContext): Transition | Refused {
  const { providerId } = command
  const { source } = context
  if (source === 'browser' && command.verified !== true) return claim(account, providerId, context)
  const former = account.providerId
  if (former === providerId) return unchanged(account)
  const owner = context.accountOf(providerId)
  const isTaken = owner !== null && owner !== account.key
  // A browser is never refused: a customer that it cannot bind stays its claim.
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

/** A customer named by an unsigned browser call is stored apart. The first claim stays, unless the bound customer is gone. */
function claim(account: Account, providerId: ProviderId, context: DecisionContext): Transition {
  const former = account.providerId
  const isNews = mayClaim(account, providerId) && (former === null || context.isGone(former))
  return isNews ? screened({ ...account, claimedProviderId: providerId }, context) : unchanged(account)
}

/** Whether an unsigned browser call may claim a customer for the account, should the present one be gone. */
function mayClaim(
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
