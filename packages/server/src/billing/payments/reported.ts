import { Refusal } from '@goodword/contract/frame/refusal'
import type { Program } from '@goodword/domain/program/program'
import type { Account } from '@goodword/domain/referrals/account'
import type { AccountId } from '@goodword/domain/values/ids'
import { type Currency, type Money, priceFromNumber } from '@goodword/domain/values/money'
import type { Transaction } from '../../frame/context.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { loadTrackingState } from '../../tracking/load.ts'

/** Clocks differ a little. */
const AHEAD_MS = 60_000

/** Loads the account that a report is about, locked, with the program. @throws Refusal ACCOUNT_NOT_FOUND */
export async function reportedAccount(
  tx: Transaction,
  accountId: AccountId,
): Promise<{ readonly account: Account; readonly program: Program }> {
  const found = await findAccount(tx, accountId)
  if (found === null) {
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  }
  const { state } = await loadTrackingState(tx, [
    { accountId: found.external_id, source: 'server', commands: [] },
  ])
  const account = state.accounts.get(found.external_id)
  if (account === undefined) throw new Error('account of a report not found')
  return { account, program: state.program }
}

/**
 * The amount that is reported.
 *
 * @param least in minor units
 * @throws Refusal VALIDATION_FAILED for less, for too much, and for more decimals than the currency has
 */
export function reportedMoney(amount: number, currency: Currency, least: 0 | 1 = 0): Money {
  const money = priceFromNumber(amount, currency)
  if (typeof money !== 'string' && money.minor >= least) return money
  const problem =
    money === 'too many decimals' ? 'has more decimals than its currency' : 'has a value out of range'
  const range = least === 0 ? '' : ' above 0'
  const message = `"amount" ${problem}. Give it in ${currency}, as a number${range} such as 49.9.`
  throw new Refusal('VALIDATION_FAILED', message, 'amount')
}

/**
 * The time at which something is reported to have happened, at the latest now; null for now.
 *
 * @throws Refusal VALIDATION_FAILED for a date in the future
 */
export function pastDate(date: number | null, now: number, what: string): number {
  if (date === null) return now
  if (date <= now + AHEAD_MS) return Math.min(date, now)
  const message = `"date" is in the future. Give the time at which the payment was ${what}, or leave it out for now.`
  throw new Refusal('VALIDATION_FAILED', message, 'date')
}
