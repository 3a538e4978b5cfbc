import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { formerSpellings, meantCode, type UsedCode } from '@goodword/domain/referrals/used-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type CodeRow, loadCodes } from '../../tracking/rows/codes.ts'
import { findFormerCodes } from '../../tracking/rows/former-codes.ts'

/** The code that a text leads to: ours, or the present one of who had it under an earlier product. Null for neither. */
export function presentCode(ctx: Context, tenantId: TenantId, used: UsedCode): Promise<ReferralCode | null> {
  return ctx.readTenant(tenantId, async (tx) => (await presentCodes(tx, [used]))[0] ?? null)
}

/** The codes that texts lead to, in their order. One round trip. */
async function presentCodes(
  tx: Transaction,
  used: readonly UsedCode[],
): Promise<readonly (ReferralCode | null)[]> {
  const ours = [...new Set(used.flatMap((it) => it.code ?? []))]
  const [former, codes] = await Promise.all([
    findFormerCodes(tx, formerSpellings(used.flatMap((it) => it.spellings))),
    ours.length === 0 ? new Map<ReferralCode, CodeRow>() : loadCodes(tx, ours),
  ])
  return used.map((it) => meantCode(it, former, (code) => codes.has(code)))
}

/**
 * The codes of texts that a system sent, in their order. Null for one that is no code in this program; one that is written
 * like ours counts whether anybody has it or not.
 */
export async function readSentCodes(
  tx: Transaction,
  used: readonly UsedCode[],
): Promise<readonly (ReferralCode | null)[]> {
  const mayBeFormer = used.some((it) => it.spellings.length > 0)
  if (!mayBeFormer || !(await loadProgram(tx)).has_former_codes) return used.map((it) => it.code)
  const present = await presentCodes(tx, used)
  return used.map((it, index) => present[index] ?? it.code)
}
