import { type Account, type Participant, type Profile, profileFields } from './account.ts'
import { isRepeatedCookie } from './attribution.ts'
import type { AttributeCommand, BindCommand, Call, Command, IdentifyCommand, Source } from './command.ts'
import { isKnownStatus, type KnownStatus, type PaymentTerms } from './conversion.ts'
import { andThen, type DecisionContext, type Transition, unchanged } from './decision-context.ts'
import type { ProviderId } from './ids.ts'
import { screened } from './moderation.ts'
import type { Outcome, Refused } from './outcome.ts'
import type { ReferralCode } from './referral-code.ts'
import { unreachable } from './unreachable.ts'

/** Anyone can send unsigned calls for any account, so these can add users only up to this number. */
export const MOST_USERS = 100

/**
 * Makes a person of the account known, or better known; the rules look at the account's referral again. A server that
 * chooses another person's code is refused; a browser goes on with the code that the person has.
 */
export function identify(
  account: Account,
  command: IdentifyCommand,
  context: DecisionContext,
): Transition | Refused {
  const known = account.participants.find((it) => it.id === command.userId)
  const users = account.participants.length + account.otherParticipants
  if (known === undefined && !isTrusted(command, context.source) && users >= MOST_USERS) return tooManyUsers()
  const owner = command.code === undefined ? null : context.ownerOf(command.code)
  const isTaken = owner !== null && owner.referrer.participantKey !== known?.key
  if (isTaken && context.source === 'server') return codeTaken()
  const accepted = isTaken ? withoutCode(command) : command
  const person = merged(known ?? newcomer(command, context.now), accepted, context)
  if (known !== undefined && isSame(known, person)) return unchanged(account)
  const participants =
    known === undefined
      ? [...account.participants, person]
      : account.participants.map((it) => (it === known ? person : it))
  const created: Outcome = {
    type: 'user.created',
    reason: 'IDENTIFIED',
    account: account.key,
    participant: person.key,
  }
  const step = { account: { ...account, participants }, outcomes: known === undefined ? [created] : [] }
  return andThen(step, (it) => screened(it, context))
}

/**
 * Names the account's customer at the payment processor. A server's word is final and belongs to one account; an
 * unsigned browser's is kept apart, as a claim.
 */
export function bind(account: Account, command: BindCommand, context: DecisionContext): Transition | Refused {
  const { providerId } = command
  if (!isTrusted(command, context.source)) return claim(account, providerId, context)
  if (account.providerId === providerId) return unchanged(account)
  const owner = context.accountOf(providerId)
  const isTaken = owner !== null && owner !== account.key
  // A browser is never refused: what it cannot bind stays its claim.
  if (context.source === 'browser' && (isTaken || account.providerId !== null))
    return claim(account, providerId, context)
  if (context.source === 'processor' && (isTaken || account.providerId !== null)) return unchanged(account)
  if (account.providerId !== null) {
    return taken(
      'This account is already linked to another customer of the payment processor. The link cannot be changed.',
    )
  }
  if (isTaken) {
    return taken(
      'This customer of the payment processor is already linked to another account. Send the ID of that account.',
    )
  }
  return screened({ ...account, providerId }, context)
}

/** What an unsigned browser names is kept apart; the first claim stays. */
function claim(account: Account, providerId: ProviderId, context: DecisionContext): Transition {
  const isNews = account.claimedProviderId === null && account.providerId === null
  return isNews ? screened({ ...account, claimedProviderId: providerId }, context) : unchanged(account)
}

/** The fields of an account that decide whether a browser call for one of its users is a repeat. */
export type Known = Pick<Account, 'participants' | 'providerId' | 'claimedProviderId'> &
  KnownStatus & { readonly referralCode: ReferralCode | null }

/** Whether a browser's call has only stored data: then nothing has to be locked or written. */
export function repeatsTheKnown(known: Known, call: Call, program: PaymentTerms): boolean {
  return call.source === 'browser' && call.commands.every((command) => isKnown(known, command, program))
}

function isKnown(account: Known, command: Command, program: PaymentTerms): boolean {
  switch (command.kind) {
    case 'identify': {
      const person = account.participants.find((it) => it.id === command.userId)
      return (
        person !== undefined &&
        person.browserSeenAt !== null &&
        isSame(person, filled(person, command, 'browser', false))
      )
    }
    case 'bind':
      if (command.verified === true) return account.providerId === command.providerId
      return account.claimedProviderId !== null || account.providerId !== null
    case 'attribute':
      return isKnownCode(account, command)
    case 'report':
      return isKnownStatus(account, command, program)
    case 'describe':
    case 'close':
    case 'moderate':
    case 'record':
    case 'attributeByHand':
    case 'block':
    case 'unblock':
    case 'followBlock':
      return false
    default:
      return unreachable(command)
  }
}

function isKnownCode(account: Known, command: AttributeCommand): boolean {
  if (command.evidence === 'cookie') return isRepeatedCookie(command, account)
  return command.code !== null && account.referralCode === command.code
}

function merged(person: Participant, command: IdentifyCommand, context: DecisionContext): Participant {
  const browserSeenAt = person.browserSeenAt ?? (context.source === 'browser' ? context.now : null)
  return { ...filled(person, command, context.source, context.isNewAccount), browserSeenAt }
}

/** A server overwrites the fields it sends; a browser only fills empty ones. An absent field is kept. */
function filled(
  person: Participant,
  command: IdentifyCommand,
  source: Source,
  isNewAccount: boolean,
): Participant {
  const isFinal = isTrusted(command, source)
  const choose = (stored: string | null, given: string | undefined) =>
    isFinal ? (given ?? stored) : (stored ?? given ?? null)
  const hasEmail = command.email !== undefined && (isFinal || person.email === null)
  return {
    ...person,
    ...profileOf((field) => choose(person[field], command[field])),
    code: isFinal ? (command.code ?? person.code) : person.code,
    isEmailClaimed: hasEmail ? !isFinal && !isNewAccount : person.isEmailClaimed,
    isEmailTrusted: hasEmail ? isFinal : person.isEmailTrusted,
  }
}

function profileOf(choose: (field: keyof Profile) => string | null): Profile {
  // The list names every field of the type.
  return Object.fromEntries(profileFields.map((field) => [field, choose(field)])) as Profile
}

function isTrusted({ verified }: IdentifyCommand | BindCommand, source: Source): boolean {
  return source !== 'browser' || verified === true
}

function newcomer(command: IdentifyCommand, now: number): Participant {
  return {
    key: command.newcomer.key,
    id: command.userId,
    code: command.newcomer.code,
    ...profileOf(() => null),
    isEmailClaimed: false,
    isEmailTrusted: false,
    browserSeenAt: null,
    cookieCode: null,
    createdAt: now,
  }
}

function withoutCode({ code: _taken, ...command }: IdentifyCommand): IdentifyCommand {
  return command
}

function isSame(one: Participant, other: Participant): boolean {
  // Both have the same fields, whichever there are.
  return Object.entries(one).every(([field, value]) => value === other[field as keyof Participant])
}

function taken(message: string): Refused {
  return { code: 'PROVIDER_ID_TAKEN', param: 'paymentProviderId', message }
}

function tooManyUsers(): Refused {
  const message = `This account has ${MOST_USERS} users or more; unsigned browser calls cannot add more. Sign the call, or send the user from your server.`
  return { code: 'TOO_MANY_USERS', param: 'user_id', message }
}

function codeTaken(): Refused {
  const message = 'Another user has this referral code. Choose a different one.'
  return { code: 'CODE_TAKEN', param: 'referralCode', message }
}
