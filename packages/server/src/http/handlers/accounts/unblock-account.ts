import type { unblockAccount as endpoint } from '@goodword/contract/endpoints/unblock-account'
import type { AccountId } from '@goodword/domain/ids'
import { unblockAccount } from '../../../operations/referring/accounts/block-account.ts'
import { accountAnswer } from '../../answers/account.ts'
import { personalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleUnblockAccount: Handler<typeof endpoint> = async (ctx, call) => {
  const id = call.params.accountId as AccountId
  const reading = await unblockAccount(ctx, call.tenant.tenantId, id, personalReason(call))
  return accountAnswer(reading.account, reading.programCurrency, reading.now)
}
