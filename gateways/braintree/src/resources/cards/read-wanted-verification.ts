import type { Merchant } from '../../model/merchant.ts'
import { type Cents, parseMoney } from '../../model/money.ts'
import { booleanOf, type Params, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'
import { optionProblems } from './card-problems.ts'

export type WantedVerification = { readonly amount: Cents; readonly merchantAccountId: string }

const MAX_AMOUNT = 99_999_999_99

/** Reads the options of a card; null when they do not request a verification. */
export function readWantedVerification(
  merchant: Merchant,
  options: Params,
  path: readonly string[],
  problems: Problems,
): WantedVerification | null {
  const account = textOf(options, 'verification_merchant_account_id')
  const isKnown = merchant.merchantAccounts.some((each) => each.id === account)
  if (typeof account === 'string' && !isKnown) problems.add(path, optionProblems.accountInvalid)
  const amount = readVerificationAmount(textOf(options, 'verification_amount'), path, problems, {
    format: optionProblems.amountFormat,
    negative: optionProblems.amountNegative,
    tooLarge: optionProblems.amountTooLarge,
  })
  if (booleanOf(options, 'verify_card') !== true) return null
  return { amount, merchantAccountId: account ?? defaultAccountOf(merchant).id }
}

type AmountProblems = Readonly<Record<'format' | 'negative' | 'tooLarge', Problem>>

/** Nothing is charged without an amount. */
export function readVerificationAmount(
  text: string | null | undefined,
  path: readonly string[],
  problems: Problems,
  named: AmountProblems,
): Cents {
  if (typeof text !== 'string') return 0
  const amount = parseMoney(text)
  if (amount === null) problems.add(path, named.format)
  else if (amount < 0) problems.add(path, named.negative)
  else if (amount > MAX_AMOUNT) problems.add(path, named.tooLarge)
  return amount ?? 0
}
