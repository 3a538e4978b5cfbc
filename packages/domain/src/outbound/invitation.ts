import type { MailReason } from './mail.ts'

/** How many invitations a person may have sent within 24 hours. */
export const MAX_INVITATIONS_A_DAY = 10
/** How many invitations a program sends within an hour for people known to the merchant. */
export const MAX_INVITATIONS_AN_HOUR = 1000
/**
 * How many of them are of people who joined by their e-mail address on the hosted page, which anyone can do as often as they have
 * addresses. They take none of the others' turn, nor the others theirs.
 */
export const MAX_INVITATIONS_OF_JOINED_AN_HOUR = 60
/** One address is invited to a program once in so many months, by any of its users. */
export const MONTHS_BETWEEN_INVITATIONS = 12
/** The days for which the address of a friend is kept. */
export const INVITED_ADDRESS_DAYS = 30

/** The conditions under which a due invitation is sent. */
export type InvitationFacts = {
  readonly isOn: boolean
  /** The code of the sender works, and nothing about the sender was erased. */
  readonly isValid: boolean
  readonly isSenderBlocked: boolean
  readonly isSuppressed: boolean
  /** A user of the program has the address. */
  readonly isKnown: boolean
}

/** Why an invitation is not sent; null if nothing but an earlier one can be against it. */
export function invitationSkipReason(facts: InvitationFacts): MailReason | null {
  if (!facts.isOn) return 'KIND_OFF'
  if (facts.isSenderBlocked) return 'ACCOUNT_BLOCKED'
  if (!facts.isValid) return 'OUTDATED'
  if (facts.isSuppressed) return 'SUPPRESSED'
  return facts.isKnown ? 'ADDRESS_KNOWN' : null
}
