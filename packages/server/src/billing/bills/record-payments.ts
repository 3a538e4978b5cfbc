import { isPaid, type ProcessorPayment } from '@goodword/domain/bills/processor-payment'
import { isGivenBack } from '@goodword/domain/payments/bill-money'
import type { Account } from '@goodword/domain/referrals/account'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Money } from '@goodword/domain/values/money'
import type { Transaction } from '../../frame/context.ts'
import { loadReferrals } from '../../tracking/rows/referrals.ts'
import { type SeenPayment, savePayments } from '../../tracking/rows/statistics/payments.ts'
import type { BillRow } from '../rows/bills.ts'

/** Stores what the payments of an account mean for statistics: revenue if it was referred, and discounts on its bills. */
export function recordPayments(
  tx: Transaction,
  account: Account,
  payments: readonly ProcessorPayment[],
): void {
  const rows = payments.map((it) => seenPayment(account, it))
  const known = new Map(rows.map((it) => [it.payment_id, it]))
  savePayments(tx, [...known.values()])
}

/** Bills that came to nothing have no payment, and their discounts were given all the same. */
export function recordSkippedBills(tx: Transaction, bills: readonly BillRow[]): void {
  const none = { charged_minor: 0, refunded_minor: 0 }
  savePayments(
    tx,
    bills
      .filter((it) => it.transaction_id === null)
      .map(({ id, account_id, currency, billed_at, actual_minor }) => {
        return {
          payment_id: id,
          account_id,
          currency,
          paid_at: billed_at,
          discount_minor: actual_minor,
          referring_user_id: null,
          ...none,
        }
      }),
  )
}

/**
 * A refund of ours: a discount that was given later, and of a referred account less revenue. The processor may show it among the payments
 * as well.
 */
export async function recordRefund(
  tx: Transaction,
  account: AccountKey,
  { id, amount }: { readonly id: string; readonly amount: Money },
): Promise<void> {
  const [referral] = await loadReferrals(tx, [account])
  const { currency, minor } = amount
  const refunded = referral === undefined ? 0 : minor
  const amounts = { charged_minor: 0, refunded_minor: refunded, discount_minor: minor }
  const by = { account_id: account, referring_user_id: referral?.referring_user_id ?? null }
  savePayments(tx, [{ payment_id: id, ...by, currency, paid_at: tx.now, ...amounts }])
}

/** A credit of ours: a discount that was given later, for which the following bills are paid with less. */
export function recordCredit(
  tx: Transaction,
  account: AccountKey,
  { id, amount: { currency, minor } }: { readonly id: string; readonly amount: Money },
): void {
  const amounts = { charged_minor: 0, refunded_minor: 0, discount_minor: minor }
  const by = { account_id: account, referring_user_id: null }
  savePayments(tx, [{ payment_id: id, ...by, currency, paid_at: tx.now, ...amounts }])
}

function seenPayment({ key, referral }: Account, payment: ProcessorPayment): SeenPayment {
  const { id, type, amount, createdAt, discountAmount } = payment
  const isReferred = referral !== null
  const isBack = type === 'CREDIT' && isGivenBack(payment)
  return {
    payment_id: id,
    account_id: key,
    currency: amount.currency,
    paid_at: createdAt,
    charged_minor: isReferred && isPaid(payment) ? amount.minor : 0,
    refunded_minor: isReferred && isBack ? amount.minor : 0,
    discount_minor: isPaid(payment) ? discountAmount : 0,
    referring_user_id: referral?.referrer.userKey ?? null,
  }
}
