import type { ReferralCode as CodeAnswer } from '@goodword/contract/codes/code'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { hasPromotionCodes } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { changeCode } from '../../tracking/rows/codes.ts'

/** Null fields stay as they are. */
export type CodeChanges = { readonly disabled: boolean | null; readonly expiresAt: number | null }

/** Disables or enables a code, or sets its expiry; null when the code is unknown. */
export function updateCode(
  ctx: Context,
  tenantId: TenantId,
  code: ReferralCode,
  changes: CodeChanges,
): Promise<CodeAnswer | null> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const row = await changeCode(tx, code, changes)
    if (row === null) return null
    if (hasPromotionCodes((await loadProgram(tx)).settings))
      enqueueJob(tx, { kind: 'MIRROR_CODES', subject: '' })
    return {
      code: row.code,
      disabled: row.disabled_at !== null,
      dateExpires: row.expires_at,
      accountId: row.account,
      userId: row.user_external_id,
      dateCreated: row.created_at,
    }
  })
}
