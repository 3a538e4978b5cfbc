import { type BillMoney, owedBack, paidTooMuch } from '@goodword/domain/payments/bill-money'
import type { Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type BillRow, updateBills } from '../rows/bills.ts'
import { type EffectKey, intendEffect } from '../rows/effects.ts'

/**
 * Stores that the excess of a bill is to be refunded; a job does it. Once for each bill: null for a bill with
 * nothing to give back, or for which that was decided before.
 */
export function intendMend(
  tx: Transaction,
  row: BillRow,
  kind: EffectKey['kind'] = 'REFUND',
): BillRow | null {
  if (owedOn(row) === 0 || isRefundDecided(row) || row.transaction_id === null) return null
  const resolution = kind === 'CREDIT' ? 'CREDIT_DUE' : 'REFUND_DUE'
  const changed: BillRow = { ...row, state: 'WRONG', resolution, changed_at: tx.now }
  const inAll = { minor: paidTooMuch(moneyOf(row)), currency: row.currency }
  intendEffect(tx, { kind, source: row.id }, row.transaction_id, inAll, tx.now)
  updateBills(tx, [changed])
  enqueueJob(tx, { kind: 'REFUND_BILL', subject: row.id })
  return changed
}

/** The key of the effect on a bill; null if none is under way. */
export function mendOf({ id, resolution }: BillRow): EffectKey | null {
  if (resolution === 'CREDIT_DUE') return { kind: 'CREDIT', source: id }
  return resolution === 'REFUND_DUE' ? { kind: 'REFUND', source: id } : null
}

/** The excess that a customer paid and did not get back. */
export function owedOn(row: BillRow): number {
  return owedBack(moneyOf(row))
}

export function moneyOf(row: BillRow): BillMoney {
  return {
    expectedMinor: row.expected_minor,
    actualMinor: row.actual_minor,
    chargedMinor: row.charged_minor,
    addedTax: { minor: row.tax_minor, baseMinor: row.taxed_minor },
    refundedMinor: row.refunded_minor,
    isDisputed: row.is_disputed,
  }
}

/** Whether the processor was, or will be, asked for a refund or credit; the friend's own refund is made by itself. */
export function isRefundDecided(bill: BillRow): boolean {
  const { finding, resolution } = bill
  if (resolution === null || resolution === 'WAIVED_BY_HAND') return finding === 'FIRST_BILL_REFUND_DUE'
  return isDecided(bill)
}

/** Whether the processor is being asked for a refund or credit. */
export function isUnderWay({ resolution }: BillRow): boolean {
  return resolution === 'REFUND_DUE' || resolution === 'CREDIT_DUE'
}

/** Whether the friend's own refund is not to be made any more: the bill was mended, waived, or is refunded otherwise. */
export function isSettledOtherwise(bill: BillRow): boolean {
  return bill.state === 'MENDED' || bill.state === 'WAIVED' || isDecided(bill)
}

function isDecided(bill: BillRow): boolean {
  return isUnderWay(bill) || bill.resolution === 'REFUND_REFUSED'
}
