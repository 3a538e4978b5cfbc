import type { ProcessorPayment } from '@goodword/domain/bills/processor-payment'
import { paidTooMuch, returnedOf } from '@goodword/domain/payments/bill-money'
import { reportBilling } from '../../engine/signals/billing-events.ts'
import type { Transaction } from '../../frame/context.ts'
import type { BillRow } from '../rows/bills.ts'
import { isUnderWay, moneyOf } from './intend-mend.ts'
import { insertMended } from './refund-once.ts'

/**
 * A bill after what anyone gave back of its payment, as a reading shows it; null where nothing changed. One that was paid too
 * much is mended by that, and is wrong again should it be undone.
 */
export function afterRefunds(tx: Transaction, row: BillRow, payment: ProcessorPayment): BillRow | null {
  const { refunds, refundedMinor, isDisputed } = returnedOf(row.refunds, payment)
  const isSame =
    refunds.length === row.refunds.length &&
    refunds.every((it) => row.refunds.some(({ id, status }) => id === it.id && status === it.status)) &&
    refundedMinor === row.refunded_minor &&
    isDisputed === row.is_disputed
  if (isSame) return null
  const seen = { refunds: [...refunds], refunded_minor: refundedMinor, is_disputed: isDisputed }
  const changed: BillRow = { ...row, ...seen, changed_at: tx.now }
  const tooMuch = paidTooMuch(moneyOf(changed))
  if (tooMuch === 0) return changed
  if (refundedMinor < tooMuch) return row.state === 'MENDED' ? undoneBill(row, changed) : changed
  if (row.state !== 'WRONG' || isUnderWay(row)) return changed
  const amount = { minor: tooMuch, currency: row.currency }
  insertMended(tx, { account: row.account_id, billId: row.id, reason: 'GIVEN_BACK_BY_OTHERS', amount })
  tx.afterCommit(() => reportBilling('bill mended'))
  return { ...changed, state: 'MENDED', resolution: 'GIVEN_BACK_BY_OTHERS' }
}

/** A refund failed after it was made, or a dispute was won. */
function undoneBill(row: BillRow, changed: BillRow): BillRow {
  if (changed.refunded_minor >= row.refunded_minor) return changed
  const isOurs = row.resolution !== 'GIVEN_BACK_BY_OTHERS'
  return { ...changed, state: 'WRONG', resolution: isOurs ? 'REFUND_REFUSED' : null }
}
