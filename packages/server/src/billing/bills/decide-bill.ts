import { Refusal } from '@goodword/contract/frame/refusal'
import { type EventId, isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { ActingCaller, PersonalReason } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { type BillRow, findBill, type ListedBillRow, lockBill, updateBills } from '../rows/bills.ts'
import { loadConnection } from '../rows/connections.ts'
import { intendMend, isRefundDecided } from './intend-mend.ts'

/**
 * Has the excess of a bill refunded, once. A bill that was mended, or whose refund was decided before, stays as it is.
 *
 * @throws Refusal BILL_NOT_FOUND, BILL_NOT_OVERPAID or PROCESSOR_NOT_CONNECTED
 */
export function mendBill(
  ctx: Context,
  tenantId: TenantId,
  billId: string,
  { author, actor }: ActingCaller,
): Promise<ListedBillRow> {
  return decide(ctx, tenantId, billId, async (tx, bill) => {
    if (bill.state === 'MENDED' || (bill.state === 'WRONG' && isRefundDecided(bill))) return null
    if ((await loadConnection(tx)) === null) {
      const message = 'No payment processor is connected to this program, so nothing can be refunded.'
      throw new Refusal('PROCESSOR_NOT_CONNECTED', message)
    }
    const changed = intendMend(tx, bill)
    if (changed === null) {
      const message = 'Nothing was paid too much for this bill that could be refunded.'
      throw new Refusal('BILL_NOT_OVERPAID', message, 'billId')
    }
    const outcome = {
      type: 'bill.mend.requested',
      reason: 'REFUND_DUE',
      account: bill.account_id,
      resourceId: bill.id,
    } as const
    insertEvents(tx, [{ id: tx.newId<EventId>(), actor, outcome, note: { text: null, author } }])
    return changed
  })
}

/**
 * Leaves a wrong bill as it is; a waived one stays so.
 *
 * @throws Refusal BILL_NOT_FOUND or BILL_NOT_WAIVABLE
 */
export function waiveBill(
  ctx: Context,
  tenantId: TenantId,
  billId: string,
  { text, author, actor }: PersonalReason,
): Promise<ListedBillRow> {
  return decide(ctx, tenantId, billId, async (tx, bill) => {
    if (bill.state === 'WAIVED') return null
    const isUnderWay = isRefundDecided(bill) && bill.resolution !== 'REFUND_REFUSED'
    if (bill.state !== 'WRONG' || isUnderWay) {
      const message =
        bill.state === 'WRONG'
          ? 'The refund of this bill is under way.'
          : `The bill is ${bill.state.toLowerCase()}, so there is nothing to waive.`
      throw new Refusal('BILL_NOT_WAIVABLE', message, 'billId')
    }
    const changed: BillRow = {
      ...bill,
      state: 'WAIVED',
      resolution: 'WAIVED_BY_HAND',
      changed_at: tx.now,
    }
    updateBills(tx, [changed])
    const outcome = {
      type: 'bill.waived',
      reason: 'WAIVED_BY_HAND',
      account: bill.account_id,
      resourceId: bill.id,
    } as const
    insertEvents(tx, [{ id: tx.newId<EventId>(), actor, outcome, note: { text, author } }])
    return changed
  })
}

/** Locks the bill and changes it; null leaves it as it is. */
function decide(
  ctx: Context,
  tenantId: TenantId,
  billId: string,
  change: (tx: Transaction, bill: BillRow) => Promise<BillRow | null>,
): Promise<ListedBillRow> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const bill = isUuid(billId) ? await lockBill(tx, billId) : null
    const listed = bill === null ? null : await findBill(tx, billId)
    if (bill === null || listed === null) {
      throw new Refusal('BILL_NOT_FOUND', 'No bill has this ID. Use an ID from GET bills.', 'billId')
    }
    const changed = await change(tx, bill)
    if (changed !== null) noteRequest(tx, ctx, { accountKey: bill.account_id })
    return { ...listed, ...(changed ?? bill) }
  })
}
