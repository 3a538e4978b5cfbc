import type { Evidence, Identifiers } from '../fraud/fraud.ts'
import { emailKey } from '../values/email-key.ts'
import type { Account, Referral, User } from './account.ts'
import type { Call, Command } from './command.ts'

export const noIdentifiers: Identifiers = { providerIds: [], emailKeys: [], userIds: [] }

/**
 * The identifiers of a referrer's account that rules compare: the verified ones, these with those of the unsigned call that
 * created the account, and all.
 */
export type ReferrerEvidence = {
  readonly certain: Identifiers
  readonly created: Identifiers
  readonly all: Identifiers
}

export const noEvidence: ReferrerEvidence = {
  certain: noIdentifiers,
  created: noIdentifiers,
  all: noIdentifiers,
}

/** Evidence about a referral: a match of certain values denies both sides, any other holds the referrer's. */
export type GradedEvidence = { readonly certain: Evidence; readonly all: Evidence }

type Known = Pick<Account, 'users' | 'providerId' | 'claimedProviderId'>

/**
 * Collects the identifiers of a referral that rules compare. Anyone can send an unsigned call for an account, so of the
 * friend only values from a trusted source are verified; and of the values that the current call `stated`, those that it
 * signs, or all of them if it starts the referral. A referral that a page starts is compared also with the identifiers of
 * the unsigned call that created the referrer's account: a code of the server starts the referral anew.
 */
export function evidenceOf(
  friend: Known,
  referral: Referral,
  referrer: ReferrerEvidence,
  stated: Identifiers,
  isStartedByPage: boolean,
): GradedEvidence {
  const { userId } = referral.referrer
  const ofReferrer = (identifiers: Identifiers): Identifiers => ({ ...identifiers, userIds: [userId] })
  const all = identifiersOf(friend)
  const certain = joined(certainOf(friend), common(all, stated))
  return {
    certain: {
      friend: certain,
      referrer: ofReferrer(isStartedByPage ? referrer.created : referrer.certain),
    },
    all: { friend: all, referrer: ofReferrer(referrer.all) },
  }
}

export function referrerEvidence(account: Known): ReferrerEvidence {
  const certain = certainOf(account)
  const created = { ...certain, emailKeys: emailKeysOf(account, (it) => !it.isEmailClaimed) }
  return { certain, created, all: identifiersOf(account) }
}

/** The evidence of a call for the rules: the trusted part, and all of it. */
export type Stated = { readonly trusted: Identifiers; readonly all: Identifiers }

export const nothingStated: Stated = { trusted: noIdentifiers, all: noIdentifiers }

export function statedIn({ source, commands }: Call): Stated {
  const isTrusted = (it: Command) => source !== 'browser' || ('verified' in it && it.verified === true)
  return { trusted: statedBy(commands.filter(isTrusted)), all: statedBy(commands) }
}

function statedBy(commands: readonly Command[]): Identifiers {
  return {
    providerIds: commands.flatMap((it) => (it.kind === 'bind' ? [it.providerId] : [])),
    emailKeys: commands.flatMap((it) =>
      it.kind === 'identify' && it.email !== undefined ? [emailKey(it.email)] : [],
    ),
    userIds: commands.flatMap((it) => (it.kind === 'identify' ? [it.userId] : [])),
  }
}

function identifiersOf({ providerId, claimedProviderId, users }: Known): Identifiers {
  return {
    providerIds: [providerId, claimedProviderId].filter((it) => it !== null),
    emailKeys: users.flatMap((it) => (it.email === null ? [] : [emailKey(it.email)])),
    userIds: users.map((it) => it.id),
  }
}

/** A claimed customer, a claimed e-mail address and a user added by an unsigned call are unverified. */
function certainOf({ providerId, users }: Known): Identifiers {
  return {
    providerIds: providerId === null ? [] : [providerId],
    emailKeys: emailKeysOf({ users }, (it) => it.isConfirmed && !it.isEmailClaimed),
    userIds: users.flatMap((it) => (it.isConfirmed ? [it.id] : [])),
  }
}

function emailKeysOf(
  { users }: Pick<Account, 'users'>,
  isWanted: (user: User) => boolean,
): readonly string[] {
  return users.filter(isWanted).flatMap(({ email }) => (email === null ? [] : [emailKey(email)]))
}

function joined(one: Identifiers, other: Identifiers): Identifiers {
  return eachOf((values) => [...one[values], ...other[values]])
}

function common(one: Identifiers, other: Identifiers): Identifiers {
  return eachOf((values) => one[values].filter((it) => other[values].includes(it)))
}

function eachOf(valuesOf: (values: keyof Identifiers) => readonly string[]): Identifiers {
  const names = Object.keys(noIdentifiers) as (keyof Identifiers)[]
  // The names are all fields of the type.
  return Object.fromEntries(names.map((name) => [name, valuesOf(name)])) as Identifiers
}
