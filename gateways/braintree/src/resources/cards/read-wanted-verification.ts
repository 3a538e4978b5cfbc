import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import { booleanOf, type Params, textOf } from '../../model/params.ts'
import { type AmountProblems, type Problems, readMoney } from '../../protocol/problems.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'
import { optionProblems } from './card-problems.ts'

const MAX_AMOUNT = 99_999_999_99

export type WantedVerification = { readonly amount: Cents; readonly merchantAccountId: string }

/** Reads the options of a card; null when they do not request a verification. */
export function readWantedVerification(
  merchant: Merchant,
  options: Params,
  problems: Problems,
): WantedVerification | null {
  const account = textOf(options, 'verification_merchant_account_id')
  const isKnown = merchant.merchantAccounts.some((each) => each.id === account)
  if (typeof account === 'string' && !isKnown) problems.add(optionProblems.accountInvalid)
  const given = textOf(options, 'verification_amount')
  const amount = readVerificationAmount(given, problems, optionProblems.amount)
  if (booleanOf(options, 'verify_card') !== true) return null
  return { amount, merchantAccountId: account ?? defaultAccountOf(merchant).id }
}

/** Nothing is charged without an amount. */
export function readVerificationAmount(
  text: string | null | undefined,
  problems: Problems,
  named: AmountProblems,
): Cents {
  if (typeof text !== 'string') return 0
  return readMoney(text, MAX_AMOUNT, named, problems) ?? 0
}
