import { Refusal } from '@goodword/contract/frame/refusal'
import { parseChosenCode } from '@goodword/domain/referrals/chosen-code'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type CodeLookUp, lookUpUsedCode } from './look-up-codes.ts'

export type WorkingCode = Extract<CodeLookUp, { readonly fault: null }>

/** The code that a path names. @throws Refusal REFERRAL_CODE_NOT_FOUND for any text that is none or does not work */
export async function readActiveCode(ctx: Context, tenantId: TenantId, text: string): Promise<WorkingCode> {
  const { found } = await lookUpUsedCode(ctx, tenantId, readUsedCode(text))
  if (found.fault === null) return found
  const message =
    'No valid referral code of this program. Check the spelling, and that the code is not disabled or expired.'
  throw new Refusal('REFERRAL_CODE_NOT_FOUND', message, 'code')
}

/** The code that a request chose; its shape was checked. */
export function chosenCode(text: string): ReferralCode {
  const code = parseChosenCode(text)
  if (code === null) throw new Error('chosen code not readable after validation')
  return code
}
