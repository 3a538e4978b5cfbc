import type { readAccount } from '@goodword/contract/endpoints/read-account'
import { Refusal } from '@goodword/contract/refusal'
import type { AccountId } from '@goodword/domain/ids'
import { accountAnswer } from '../answers/account.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReadAccount(it: RouteDependencies): Handler<typeof readAccount> {
  return async ({ tenant, params }) => {
    const reading = await it.operations.readAccount(tenant.tenantId, params.accountId as AccountId)
    if (reading === null) {
      const message = `No such account: ${params.accountId}. Create it with POST accountsync first.`
      throw new Refusal('ACCOUNT_NOT_FOUND', message, 'accountId')
    }
    return accountAnswer(reading.account, reading.programCurrency, reading.now)
  }
}
