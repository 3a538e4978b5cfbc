import type { updateCode as endpoint } from '@goodword/contract/endpoints/update-code'
import { Refusal } from '@goodword/contract/refusal'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { updateCode } from '../../../operations/referring/codes/change-code.ts'
import type { Handler } from '../../server/handler.ts'

export const handleUpdateCode: Handler<typeof endpoint> = async (ctx, { tenant, params, body }) => {
  const code = parseReferralCode(params.code)
  const changes = { disabled: body.disabled ?? null, expiresAt: body.dateExpires ?? null }
  const state = code === null ? null : await updateCode(ctx, tenant.tenantId, code, changes)
  if (state === null) {
    const message = 'No user of this program has that referral code. Check the spelling.'
    throw new Refusal('REFERRAL_CODE_NOT_FOUND', message, 'code')
  }
  const { accountId, userId } = state
  return {
    code: state.code,
    disabled: state.isDisabled,
    dateExpires: state.expiresAt,
    accountId,
    userId,
    dateCreated: state.createdAt,
  }
}
