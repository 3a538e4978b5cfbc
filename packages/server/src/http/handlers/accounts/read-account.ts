import type { readAccount as endpoint } from '@goodword/contract/endpoints/read-account'
import { Refusal } from '@goodword/contract/refusal'
import type { AccountId } from '@goodword/domain/ids'
import { readAccount } from '../../../operations/referring/accounts/read-accounts.ts'
import { accountAnswer } from '../../answers/account.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadAccount: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const reading = await readAccount(ctx, tenant.tenantId, params.accountId as AccountId)
  if (reading === null) {
    const message = `No such account: ${params.accountId}. Create it with POST accountsync first.`
    throw new Refusal('ACCOUNT_NOT_FOUND', message, 'accountId')
  }
  return accountAnswer(reading.account, reading.programCurrency, reading.now)
}
