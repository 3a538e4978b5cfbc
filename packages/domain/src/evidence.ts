import type { Account, Participant, Referral } from './account.ts'
import type { Call, Command } from './command.ts'
import { emailKey } from './email-key.ts'
import type { Evidence, Party } from './fraud.ts'

export const noParty: Party = { providerIds: [], emailKeys: [], userIds: [] }

/**
 * What rules may compare of a referrer's account: the verified values, these with what the unsigned call said that created the
 * account, and all values.
 */
export type ReferrerParty = { readonly certain: Party; readonly created: Party; readonly all: Party }

/** Evidence about a referral: a match of what is certain denies both sides, any other holds the referrer's. */
export type GradedEvidence = { readonly certain: Evidence; readonly all: Evidence }

type Known = Pick<Account, 'participants' | 'providerId' | 'claimedProviderId'>

/**
 * What rules may compare of a referral. Anyone can send an unsigned call for an account, so of the friend
 * only values from a trusted source are verified; and of the values that the current call `stated`, those that it signs, or
 * all of them if it starts the referral. A referral that a page starts is compared also with what the
 * unsigned call said that created the referrer's account: a code of the server starts the referral anew.
 */
export function evidenceOf(
  friend: Known,
  referral: Referral,
  referrer: ReferrerParty,
  stated: Party,
  isStartedByPage: boolean,
): GradedEvidence {
  const { userId } = referral.referrer
  const ofReferrer = (party: Party): Party => ({ ...party, userIds: [userId] })
  const all = partyOf(friend)
  const certain = joined(certainOf(friend), common(all, stated))
  return {
    certain: {
      friend: certain,
      referrer: ofReferrer(isStartedByPage ? referrer.created : referrer.certain),
    },
    all: { friend: all, referrer: ofReferrer(referrer.all) },
  }
}

export function referrerParty(account: Known): ReferrerParty {
  const certain = certainOf(account)
  const created = { ...certain, emailKeys: emailKeysOf(account, (it) => !it.isEmailClaimed) }
  return { certain, created, all: partyOf(account) }
}

/** The evidence of a call for the rules: the trusted part, and all of it. */
export type Stated = { readonly trusted: Party; readonly all: Party }

export const nothingStated: Stated = { trusted: noParty, all: noParty }

export function statedIn({ source, commands }: Call): Stated {
  const isTrusted = (it: Command) => source !== 'browser' || ('verified' in it && it.verified === true)
  return { trusted: statedBy(commands.filter(isTrusted)), all: statedBy(commands) }
}

function statedBy(commands: readonly Command[]): Party {
  return {
    providerIds: commands.flatMap((it) => (it.kind === 'bind' ? [it.providerId] : [])),
    emailKeys: commands.flatMap((it) =>
      it.kind === 'identify' && it.email !== undefined ? [emailKey(it.email)] : [],
    ),
    userIds: commands.flatMap((it) => (it.kind === 'identify' ? [it.userId] : [])),
  }
}

function partyOf({ providerId, claimedProviderId, participants }: Known): Party {
  return {
    providerIds: [providerId, claimedProviderId].filter((it) => it !== null),
    emailKeys: participants.flatMap((it) => (it.email === null ? [] : [emailKey(it.email)])),
    userIds: participants.map((it) => it.id),
  }
}

/** A claimed customer, a claimed e-mail address and a user added by an unsigned call are unverified. */
function certainOf({ providerId, participants }: Known): Party {
  return {
    providerIds: providerId === null ? [] : [providerId],
    emailKeys: emailKeysOf({ participants }, (it) => it.isConfirmed && !it.isEmailClaimed),
    userIds: participants.flatMap((it) => (it.isConfirmed ? [it.id] : [])),
  }
}

function emailKeysOf(
  { participants }: Pick<Account, 'participants'>,
  isWanted: (person: Participant) => boolean,
): readonly string[] {
  return participants.filter(isWanted).flatMap(({ email }) => (email === null ? [] : [emailKey(email)]))
}

function joined(one: Party, other: Party): Party {
  return eachOf((values) => [...one[values], ...other[values]])
}

function common(one: Party, other: Party): Party {
  return eachOf((values) => one[values].filter((it) => other[values].includes(it)))
}

function eachOf(valuesOf: (values: keyof Party) => readonly string[]): Party {
  const names = Object.keys(noParty) as (keyof Party)[]
  // The names are all that a party has.
  return Object.fromEntries(names.map((name) => [name, valuesOf(name)])) as Party
}
