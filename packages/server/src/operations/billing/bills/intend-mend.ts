import { owedBack } from '@goodword/domain/payments/bill-ledger'
import { type BillRow, updateBills } from '../../../store/processor/bills.ts'
import { intendEffect } from '../../../store/processor/effects.ts'
import type { Transaction } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'

/**
 * Stores that what was paid too much for a bill is to be refunded; a job does it. Once for each bill: null for a bill with
 * nothing to give back, or whose refund was decided before.
 */
export function intendMend(tx: Transaction, row: BillRow): BillRow | null {
  const minor = owedOn(row)
  if (minor === 0 || isRefundDecided(row) || row.transaction_id === null) return null
  const changed: BillRow = { ...row, state: 'WRONG', resolution: 'REFUND_DUE', changed_at: tx.now }
  intendEffect(tx, refundOf(row), row.transaction_id, { minor, currency: row.currency }, tx.now)
  updateBills(tx, [changed])
  enqueueJob(tx, { kind: 'REFUND_BILL', subject: row.id })
  return changed
}

/** The key of the refund of a bill. */
export function refundOf({ id }: BillRow) {
  return { kind: 'REFUND', source: id } as const
}

/** What a customer paid too much and did not get back. */
export function owedOn(row: BillRow): number {
  return owedBack({
    expectedMinor: row.expected_minor,
    actualMinor: row.actual_minor,
    chargedMinor: row.charged_minor,
    refundedMinor: row.refunded_minor,
  })
}

/** Whether the processor was, or will be, asked for a refund; the friend's own is made by itself. */
export function isRefundDecided({ finding, resolution }: BillRow): boolean {
  if (resolution === null || resolution === 'WAIVED_BY_HAND') return finding === 'FIRST_BILL_REFUND_DUE'
  return resolution === 'REFUND_DUE' || resolution === 'REFUND_REFUSED'
}

/** Whether the friend's own refund is not to be made any more: the bill was mended, waived, or is refunded otherwise. */
export function isSettledOtherwise({ state, resolution }: BillRow): boolean {
  return (
    state === 'MENDED' || state === 'WAIVED' || resolution === 'REFUND_DUE' || resolution === 'REFUND_REFUSED'
  )
}
