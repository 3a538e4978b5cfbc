import type { ErrorCode } from '@goodword/contract/errors'
import { Refusal } from '@goodword/contract/refusal'
import type { Reason } from '@goodword/domain/referrals/outcome'
import type { AttributionAnswer } from '../../../operations/referring/tracking/attribution-answer.ts'

/**
 * What became of a code that a signed-in person entered. Throws a Refusal that says why the account is not referred by it;
 * why a code does not work is said in one way for all codes.
 */
export function refuseUnlessEntered({ attributed, reason }: AttributionAnswer): void {
  const refusal = reason === null ? undefined : refusals[reason]
  if (refusal !== undefined) throw new Refusal(...refusal, 'referral_code')
  if (!attributed) throw new Refusal(...invalid, 'referral_code')
}

const invalid: readonly [ErrorCode, string] = [
  'REFERRAL_CODE_NOT_FOUND',
  'No valid referral code of this program. Check the spelling.',
]

const refusals: Readonly<Partial<Record<Reason, readonly [ErrorCode, string]>>> = {
  SELF_REFERRAL: [
    'SELF_REFERRAL',
    'The code belongs to a user of this account. An account cannot refer itself; use the code of a friend.',
  ],
  ALREADY_REFERRED: [
    'ALREADY_REFERRED',
    'The account has been referred already. Only the first code counts.',
  ],
  EXISTING_CUSTOMER: [
    'EXISTING_CUSTOMER',
    'The account has paid already. A code counts until the first payment.',
  ],
  PROGRAM_INACTIVE: ['PROGRAM_INACTIVE', 'The program is off, so no code counts at the moment.'],
}
