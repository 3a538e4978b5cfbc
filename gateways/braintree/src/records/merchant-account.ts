import type { Merchant, MerchantAccount } from '../model/merchant.ts'

/** The default merchant account. */
export function defaultAccountOf({ id, merchantAccounts }: Merchant): MerchantAccount {
  const account = merchantAccounts.find((each) => each.isDefault) ?? merchantAccounts[0]
  if (account === undefined) throw new Error(`merchant ${id} has no merchant account`)
  return account
}

export function currencyOf(merchant: Merchant, merchantAccountId: string): string {
  const account = merchant.merchantAccounts.find((each) => each.id === merchantAccountId)
  return (account ?? defaultAccountOf(merchant)).currency
}
