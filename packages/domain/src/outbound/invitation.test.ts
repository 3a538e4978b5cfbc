import { expect, test } from 'vitest'
import { type InvitationFacts, invitationSkipReason } from './invitation.ts'

const fresh: InvitationFacts = {
  isOn: true,
  isValid: true,
  isSenderBlocked: false,
  isSuppressed: false,
  isKnown: false,
}

test.each<[string, InvitationFacts, string | null]>([
  ['a fresh address', fresh, null],
  ['invitations that were turned off', { ...fresh, isOn: false }, 'KIND_OFF'],
  ['a sender who was erased, or whose code does not work', { ...fresh, isValid: false }, 'OUTDATED'],
  ['a blocked sender', { ...fresh, isSenderBlocked: true, isValid: false }, 'ACCOUNT_BLOCKED'],
  ['an address that wants none', { ...fresh, isSuppressed: true }, 'SUPPRESSED'],
  ['an address of a user', { ...fresh, isKnown: true }, 'ADDRESS_KNOWN'],
  ['an address of a user that wants none', { ...fresh, isKnown: true, isSuppressed: true }, 'SUPPRESSED'],
])('an invitation is sent or not because of %s', (_what, facts, reason) => {
  expect(invitationSkipReason(facts)).toBe(reason)
})
