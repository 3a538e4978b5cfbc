import { Refusal } from '@goodword/contract/refusal'
import type { FullSettings } from '../../foundation/program/program-of.ts'

/**
 * Refuses invitations of a program that could not say in them who sends them and what becomes of the friend's data.
 *
 * Throws a Refusal VALIDATION_FAILED.
 */
export function refuseIncompleteInvitations({ invitations, emails }: FullSettings): void {
  if (invitations === 'OFF') return
  if (emails === null) throw missing('emails')
  if (emails.postalAddress === null || emails.postalAddress.trim() === '')
    throw missing('emails.postalAddress')
  if (emails.privacyPage === null) throw missing('emails.privacyPage')
}

function missing(param: string): Refusal {
  return new Refusal(
    'VALIDATION_FAILED',
    `"${param}" is needed while "invitations" is "ON": an invitation names the business that sends it, its postal address and its privacy page.`,
    param,
  )
}
