import type { Merchant, MerchantAccount } from '../../model/merchant.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Plan } from '../../model/plan.ts'
import type { Problems } from '../../protocol/problems.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'
import { problems } from './subscription-problems.ts'

/** The merchant account of a subscription, which has to be in the plan's currency. */
export function readMerchantAccount(
  merchant: Merchant,
  params: Params,
  plan: Plan | null,
  before: string | null,
  found: Problems,
): string {
  const given = textOf(params, 'merchant_account_id')
  const account = accountOf(merchant, given ?? before)
  if (account === undefined || given === null) found.add(problems.merchantAccount)
  else if (plan !== null && plan.currency !== account.currency) found.add(problems.currency)
  return account?.id ?? ''
}

function accountOf(merchant: Merchant, id: string | null): MerchantAccount | undefined {
  return id === null ? defaultAccountOf(merchant) : merchant.merchantAccounts.find((each) => each.id === id)
}
