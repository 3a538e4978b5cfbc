import { parseReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'
import { loadCodes } from '../../../store/tracking/codes.ts'
import { findFormerCodes } from '../../../store/tracking/former-codes.ts'
import type { Context } from '../../foundation/context.ts'

/** No code of an earlier product is longer. */
const LONGEST = 128

/**
 * The code that a text leads to which is no code of ours as we write them: the code now shared by the person whose former code
 * is written exactly like this, else our code in another case, else the owner of a former code in another case. Null for
 * none.
 */
export function lookUpFormerCode(
  ctx: Context,
  tenantId: TenantId,
  text: string,
): Promise<ReferralCode | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const spelling = text.trim()
    const code = parseReferralCode(spelling)
    const [former, codes] = await Promise.all([
      findFormerCodes(tx, [...new Set([spelling, spelling.toUpperCase()])]),
      code === null ? new Map<ReferralCode, unknown>() : loadCodes(tx, [code]),
    ])
    const exact = former.find((it) => it.isExact && it.spelling === spelling)
    if (exact !== undefined) return exact.code
    if (code !== null && codes.has(code)) return code
    return former[0]?.code ?? null
  })
}

/** Whether a text can be a former code: others are not looked up. */
export function mayBeFormerCode(text: string): boolean {
  return text.length <= 2 * LONGEST && text.isWellFormed() && !/\p{Cc}/u.test(text) && text.trim() !== ''
}
