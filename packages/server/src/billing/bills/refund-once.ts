import type { BillReason } from '@goodword/domain/bills/bill-states'
import type { PaymentRefund } from '@goodword/domain/bills/processor-payment'
import { paidTooMuch, sumOfRefunds } from '@goodword/domain/payments/bill-money'
import type { AccountKey, EventId, TenantId } from '@goodword/domain/values/ids'
import type { Money } from '@goodword/domain/values/money'
import type { RefundResult } from '../../connectors/processor-state.ts'
import { reportBilling } from '../../engine/signals/billing-events.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { callProcessor } from '../connections/call-processor.ts'
import type { OpenConnection } from '../connections/processor-client.ts'
import { type BillRow, lockBill, updateBills } from '../rows/bills.ts'
import { type EffectKey, finishEffect, intendEffect, loadEffect } from '../rows/effects.ts'
import { moneyOf } from './intend-mend.ts'
import { recordCredit, recordRefund } from './record-payments.ts'

/** Cards settle over night. */
export const SETTLEMENT_LOOK_MS = 3 * 3_600_000

/** A tenant with its open connection to the payment processor. */
export type ConnectedTenant = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly connection: OpenConnection
}

/** A refund, or a credit for the following bills, that is made once for its source, whatever is repeated. */
export type WantedRefund = {
  readonly kind: EffectKey['kind']
  readonly source: string
  /** The order ID by which the processor finds a refund whose response was lost. */
  readonly orderId: string
  readonly paymentId: string
  /** The sum of all refunds of the payment, by anyone, after this one. */
  readonly inAll: Money
  readonly account: AccountKey
  /** The bill that the payment is of, if it is kept. */
  readonly billId: string | null
  /** The reason that the bill and the timeline show when the refund is made. */
  readonly reason: Extract<BillReason, 'REFUNDED' | 'CREDITED' | 'FIRST_BILL_REFUNDED'>
  readonly now: number
}

/**
 * Makes a refund or credit of what others have not given back: stores the intent, asks the processor, stores the result on the bill and the timeline.
 * Returns when to try again with a payment that is not settled yet.
 *
 * @throws ProcessorError if the processor could not be asked, or did not answer
 */
export async function refundOnce(
  { ctx, tenantId, connection }: ConnectedTenant,
  wanted: WantedRefund,
): Promise<number | null> {
  const key = { kind: wanted.kind, source: wanted.source } as const
  const effect = await ctx.writeTenant(tenantId, async (tx) => {
    intendEffect(tx, key, wanted.paymentId, wanted.inAll, tx.now)
    return loadEffect(tx, key)
  })
  if (effect === null) throw new Error('refund not found after insert')
  if (effect.state !== 'INTENDED') return null
  const request = {
    paymentId: effect.target,
    // As it was intended the first time, whatever the price is now.
    inAll: { minor: effect.amount_minor, currency: wanted.inAll.currency },
    orderId: wanted.orderId,
    to: wanted.kind === 'CREDIT' ? 'BALANCE' : 'PAYMENT_METHOD',
  } as const
  const result = await callProcessor(ctx, tenantId, connection, (client) => client.refund(request))
  if (result.outcome === 'NOT_SETTLED_YET') return wanted.now + SETTLEMENT_LOOK_MS
  await ctx.writeTenant(tenantId, async (tx) => {
    const bill = wanted.billId === null ? null : await lockBill(tx, wanted.billId)
    const state = result.outcome === 'REFUSED' ? 'REFUSED' : 'DONE'
    finishEffect(tx, key, state, textOf(result), tx.now)
    tx.afterCommit(() => reportBilling(state === 'DONE' ? 'refund made' : 'refund refused'))
    if (bill !== null) {
      const after = billAfter(bill, result, { ...wanted, inAll: request.inAll }, tx.now)
      updateBills(tx, [after])
      if (after.state === 'MENDED') tx.afterCommit(() => reportBilling('bill mended'))
    }
    if (result.outcome === 'REFUNDED') await recordDone(tx, wanted, result.refund)
  })
  return null
}

type Result = Exclude<RefundResult, { readonly outcome: 'NOT_SETTLED_YET' }>

function textOf(result: Result): string {
  if (result.outcome === 'REFUNDED') return result.refund.id
  return result.outcome === 'REFUSED' ? result.message : 'Others gave back as much before.'
}

function billAfter(bill: BillRow, result: Result, { reason, inAll }: WantedRefund, now: number): BillRow {
  const changed = { ...bill, changed_at: now }
  if (result.outcome === 'REFUSED') return { ...changed, resolution: 'REFUND_REFUSED' }
  const isOurs = result.outcome === 'REFUNDED'
  const refunds = isOurs
    ? [...bill.refunds.filter((it) => it.id !== result.refund.id), result.refund]
    : bill.refunds
  const refunded = {
    ...changed,
    refunds,
    refunded_minor: Math.max(bill.refunded_minor, sumOfRefunds(refunds)),
  }
  if (bill.state === 'RIGHT') return refunded
  // The friend's refund is about the friend's own reward alone.
  if (paidTooMuch(moneyOf(bill)) > inAll.minor) return { ...refunded, resolution: 'DISCOUNT_TOO_SMALL' }
  return { ...refunded, state: 'MENDED', resolution: isOurs ? reason : 'GIVEN_BACK_BY_OTHERS' }
}

async function recordDone(
  tx: Transaction,
  { kind, account, billId, reason }: WantedRefund,
  refund: PaymentRefund,
): Promise<void> {
  if (kind === 'CREDIT') recordCredit(tx, account, refund)
  else await recordRefund(tx, account, refund)
  insertMended(tx, { account, billId, reason, amount: refund.amount })
}

type Mended = Pick<WantedRefund, 'account' | 'billId'> & {
  readonly reason: WantedRefund['reason'] | Extract<BillReason, 'GIVEN_BACK_BY_OTHERS'>
  readonly amount: Money
}

/** Tells that an amount was given back. */
export function insertMended(tx: Transaction, { account, billId, reason, amount }: Mended): void {
  const amounts = { before: { ...amount, minor: 0 }, after: amount }
  const about = billId === null ? {} : { resourceId: billId }
  const outcome = { type: 'bill.mended', reason, account, amounts, ...about } as const
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'service', outcome }])
}
