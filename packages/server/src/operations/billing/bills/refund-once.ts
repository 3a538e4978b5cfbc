import type { BillReason } from '@goodword/domain/bills/bill-states'
import type { AccountKey, EventId, TenantId } from '@goodword/domain/values/ids'
import type { Money } from '@goodword/domain/values/money'
import type { RefundResult } from '../../../connectors/processor-state.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { insertEvents } from '../../../store/events/events.ts'
import { type BillRow, lockBill, updateBills } from '../../../store/processor/bills.ts'
import { finishEffect, intendEffect, loadEffect } from '../../../store/processor/effects.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { callProcessor } from '../connections/call-processor.ts'
import type { OpenConnection } from '../connections/processor-client.ts'
import { owedOn } from './intend-mend.ts'
import { recordRefund } from './record-payments.ts'

/** Cards settle over night. */
export const SETTLEMENT_LOOK_MS = 3 * 3_600_000

/** A tenant with its open connection to the payment processor. */
export type ConnectedTenant = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly connection: OpenConnection
}

/** A refund that is made once for its source, whatever is repeated. */
export type WantedRefund = {
  readonly source: string
  /** The order ID by which the processor finds a refund whose response was lost. */
  readonly orderId: string
  readonly paymentId: string
  readonly amount: Money
  readonly account: AccountKey
  /** The bill that the payment is of, if it is kept. */
  readonly billId: string | null
  /** What the bill and the timeline say when it is made. */
  readonly reason: Extract<BillReason, 'REFUNDED' | 'FIRST_BILL_REFUNDED'>
  readonly now: number
}

/**
 * Makes a refund: stores the intent, asks the processor, stores the result on the bill and the timeline. Returns when to try
 * again with a payment that is not settled yet.
 *
 * @throws ProcessorError if the processor could not be asked, or did not answer
 */
export async function refundOnce(
  { ctx, tenantId, connection }: ConnectedTenant,
  wanted: WantedRefund,
): Promise<number | null> {
  const key = { kind: 'REFUND', source: wanted.source } as const
  const effect = await ctx.writeTenant(tenantId, async (tx) => {
    intendEffect(tx, key, wanted.paymentId, wanted.amount, tx.now)
    return loadEffect(tx, key)
  })
  if (effect === null) throw new Error('refund not found after insert')
  if (effect.state !== 'INTENDED') return null
  // As it was intended the first time, whatever the price is now.
  const intended = { minor: effect.amount_minor, currency: wanted.amount.currency }
  const result = await callProcessor(ctx, tenantId, connection, (client) =>
    client.refund(effect.target, intended, wanted.orderId),
  )
  if (result.outcome === 'NOT_SETTLED_YET') return wanted.now + SETTLEMENT_LOOK_MS
  const [state, text] =
    result.outcome === 'REFUNDED' ? (['DONE', result.id] as const) : (['REFUSED', result.message] as const)
  await ctx.writeTenant(tenantId, async (tx) => {
    const bill = wanted.billId === null ? null : await lockBill(tx, wanted.billId)
    finishEffect(tx, key, state, text, tx.now)
    tx.afterCommit(() => reportBilling(state === 'DONE' ? 'refund made' : 'refund refused'))
    if (bill !== null) {
      const after = billAfter(bill, result, intended.minor, wanted.reason, tx.now)
      updateBills(tx, [after])
      if (after.state === 'MENDED') tx.afterCommit(() => reportBilling('bill mended'))
    }
    if (result.outcome === 'REFUNDED') await recordDone(tx, wanted, result)
  })
  return null
}

/** Less than was intended is given back where no more was left of the payment: then the bill is mended as well. */
function billAfter(
  bill: BillRow,
  result: RefundResult,
  intendedMinor: number,
  reason: WantedRefund['reason'],
  now: number,
): BillRow {
  if (result.outcome !== 'REFUNDED') return { ...bill, resolution: 'REFUND_REFUSED', changed_at: now }
  const refunded = { ...bill, refunded_minor: bill.refunded_minor + result.amount.minor, changed_at: now }
  if (bill.state === 'RIGHT') return refunded
  // The friend's refund is about the friend's own reward alone.
  return owedOn(bill) > intendedMinor
    ? { ...refunded, resolution: 'DISCOUNT_TOO_SMALL' }
    : { ...refunded, state: 'MENDED', resolution: reason }
}

async function recordDone(
  tx: Transaction,
  { account, billId, reason }: WantedRefund,
  { id, amount }: Extract<RefundResult, { outcome: 'REFUNDED' }>,
): Promise<void> {
  await recordRefund(tx, account, { id, amount })
  insertMended(tx, { account, billId, reason, amount })
}

type Mended = Pick<WantedRefund, 'account' | 'billId' | 'amount'> & {
  readonly reason: WantedRefund['reason'] | Extract<BillReason, 'CREDITED'>
}

/** Tells that an amount was given back. */
export function insertMended(tx: Transaction, { account, billId, reason, amount }: Mended): void {
  const amounts = { before: { ...amount, minor: 0 }, after: amount }
  const about = billId === null ? {} : { resourceId: billId }
  const outcome = { type: 'bill.mended', reason, account, amounts, ...about } as const
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'service', outcome }])
}
