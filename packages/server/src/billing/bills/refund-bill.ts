import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { openConnection } from '../connections/processor-client.ts'
import { findBill, lockBill, updateBills } from '../rows/bills.ts'
import { loadEffect } from '../rows/effects.ts'
import { mendOf } from './intend-mend.ts'
import { refundOnce, SETTLEMENT_LOOK_MS } from './refund-once.ts'

/**
 * Refunds the excess of a bill, as it was decided. Returns when to try again: with a payment that is not settled
 * yet, or a program that has no connection for now.
 */
export async function refundBill(ctx: Context, tenantId: TenantId, billId: string): Promise<number | null> {
  if (!isUuid(billId)) return null
  const { bill, key, effect, now } = await ctx.readTenant(tenantId, async (tx) => {
    const found = await findBill(tx, billId)
    const mend = found === null ? null : mendOf(found)
    return {
      bill: found,
      key: mend,
      effect: mend === null ? null : await loadEffect(tx, mend),
      now: tx.now,
    }
  })
  if (bill === null || key === null || effect === null) return null
  if (effect.state === 'REFUSED') {
    // A bill that was left as it is after the refund was refused, and is to be mended all the same.
    await ctx.writeTenant(tenantId, async (tx) => {
      const row = await lockBill(tx, billId)
      if (row !== null && mendOf(row) !== null) updateBills(tx, [{ ...row, resolution: 'REFUND_REFUSED' }])
    })
    return null
  }
  const connection = await openConnection(ctx, tenantId)
  if (connection === null) return now + SETTLEMENT_LOOK_MS
  const inAll = { minor: effect.amount_minor, currency: bill.currency }
  return refundOnce(
    { ctx, tenantId, connection },
    {
      kind: key.kind,
      source: bill.id,
      orderId: `bill-${bill.id}`,
      paymentId: effect.target,
      inAll,
      account: bill.account_id,
      billId: bill.id,
      reason: key.kind === 'CREDIT' ? 'CREDITED' : 'REFUNDED',
      now,
    },
  )
}
