import { ruleOfFormat } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import { faultOf } from '@goodword/domain/attribution/attribution'
import type { Reason } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { isCanonical, type UsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountKey, TenantId, UserKey } from '@goodword/domain/values/ids'
import { type PresentableName, presentableNames } from '@goodword/domain/values/presentable-name'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, programOf, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { sharedRead } from '../../frame/shared-read.ts'
import { type CodeRow, codeOwner, loadCodes } from '../../tracking/rows/codes.ts'
import { presentCode } from './present-code.ts'

/** The result of a look-up, with the code's program. `fault` is the reason why it is not active. */
export type CodeLookUp = {
  readonly settings: FullSettings
  readonly isProcessorConnected: boolean
  /** Whether people of the program have codes of an earlier product. */
  readonly hasFormerCodes: boolean
} & ({ readonly fault: null; readonly code: ActiveCode } | { readonly fault: Reason })

/** An active code and its owner, with the name as it is shown in public. */
export type ActiveCode = {
  readonly code: ReferralCode
  readonly ownerAccount: AccountKey
  readonly owner: UserKey
  readonly referrerName: PresentableName | null
  /** The first name alone, null where there is none. */
  readonly referrerFirstName: PresentableName | null
  readonly expiresAt: number | null
  readonly createdAt: number
}

/** Looks a code up, and whether it is active. */
export async function lookUpCode(ctx: Context, tenantId: TenantId, code: ReferralCode): Promise<CodeLookUp> {
  const found = await sharedRead(ctx, tenantId, code, lookUpCodes)
  if (found === null) throw new Error('result of a look-up of a referral code not found')
  return found
}

/** The look-up of a text with the code that is meant; null for a text that has the form of no code. */
export type UsedCodeLookUp = { readonly code: ReferralCode | null; readonly found: CodeLookUp }

/**
 * Looks up the code that a text leads to, ours or one of an earlier product. It is one look-up as for `lookUpCode` where the
 * program has no codes of an earlier product, and where the text is a code of ours, written as it is.
 */
export async function lookUpUsedCode(
  ctx: Context,
  tenantId: TenantId,
  used: UsedCode,
): Promise<UsedCodeLookUp> {
  const found = await lookUpCode(ctx, tenantId, used.code ?? NOBODYS_CODE)
  const isFound = isCanonical(used) && found.fault !== 'CODE_UNKNOWN'
  if (isFound || !found.hasFormerCodes || used.spellings.length === 0) return { code: used.code, found }
  const code = await presentCode(ctx, tenantId, used)
  if (code === null || code === used.code) return { code: used.code, found }
  return { code, found: await lookUpCode(ctx, tenantId, code) }
}

/** Refuses a text that is written like no code of the program, as the wrong value of a field. */
export function refuseNoCode({ code, found }: UsedCodeLookUp, field: string): void {
  if (code !== null || found.hasFormerCodes) return
  throw new Refusal('VALIDATION_FAILED', `"${field}" must be ${ruleOfFormat('used-code')}.`, field)
}

export function unknownCode(field: string): Refusal {
  const message = 'No user of this program has that referral code. Check the spelling.'
  return new Refusal('REFERRAL_CODE_NOT_FOUND', message, field)
}

/** One character is too short for any code. */
export const NOBODYS_CODE = '-' as ReferralCode

async function lookUpCodes(
  tx: Transaction,
  codes: readonly ReferralCode[],
): Promise<ReadonlyMap<ReferralCode, CodeLookUp>> {
  const [rows, stored] = await Promise.all([loadCodes(tx, codes), loadProgram(tx)])
  const settings = settingsOf(stored.settings)
  const program = {
    settings,
    isProcessorConnected: stored.is_processor_connected,
    hasFormerCodes: stored.has_former_codes,
  }
  const context = { now: tx.now, program: programOf(stored.settings) }
  return new Map(
    codes.map((code): [ReferralCode, CodeLookUp] => {
      const row = rows.get(code)
      const fault = faultOf(row === undefined ? null : codeOwner(row), context)
      if (row === undefined || fault !== null) return [code, { fault: fault ?? 'CODE_UNKNOWN', ...program }]
      return [code, { fault: null, code: activeCode(row), ...program }]
    }),
  )
}

function activeCode(row: CodeRow): ActiveCode {
  const { first_name: firstName, last_name: lastName, owner_is_confirmed: isConfirmed } = row
  const names = presentableNames({ firstName, lastName, isConfirmed })
  return {
    code: row.code,
    ownerAccount: row.account_id,
    owner: row.user_id,
    referrerName: names.short,
    referrerFirstName: names.first,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}
