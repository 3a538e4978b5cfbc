import type { blockAccount as endpoint } from '@goodword/contract/endpoints/block-account'
import type { AccountId } from '@goodword/domain/ids'
import { blockAccount } from '../../../operations/referring/accounts/block-account.ts'
import { accountAnswer } from '../../answers/account.ts'
import { personalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleBlockAccount: Handler<typeof endpoint> = async (ctx, call) => {
  const id = call.params.accountId as AccountId
  const reading = await blockAccount(ctx, call.tenant.tenantId, id, personalReason(call))
  return accountAnswer(reading.account, reading.programCurrency, reading.now)
}
