import { finishEffect, intendEffect, loadEffect } from '../../store/processor/effects.ts'
import { callProcessor } from '../connections/call-processor.ts'
import type { BillingTarget } from './apply-discounts.ts'
import type { BillingPlan } from './plan-billing.ts'
import { recordRefund } from './record-payments.ts'

/** Cards settle over night. */
const SETTLEMENT_LOOK_MS = 3 * 3_600_000

/**
 * Refunds what is missing of the discount of a friend's first bill, once per referral. The intent is stored before the
 * processor is asked, and the order ID lets the processor find a refund whose response was lost. Returns when to look again for a payment that is not settled yet.
 */
export async function refundFirstBill(
  target: BillingTarget,
  { account, refund }: BillingPlan,
  now: number,
): Promise<number | null> {
  const { ctx, tenantId, connection } = target
  if (account.referral === null || refund.kind === 'none') return null
  if (refund.kind === 'waiting') return now + SETTLEMENT_LOOK_MS
  const key = { kind: 'REFUND', source: account.referral.id } as const
  const { payment, amount } = refund
  const effect = await ctx.writeTenant(tenantId, async (tx) => {
    intendEffect(tx, key, payment.id, amount, tx.now)
    return loadEffect(tx, key)
  })
  if (effect === null) throw new Error('refund not found after insert')
  if (effect.state !== 'INTENDED') return null
  // As it was intended the first time, whatever the price is now.
  const intended = { minor: effect.amount_minor, currency: amount.currency }
  const result = await callProcessor(ctx, tenantId, connection, (client) =>
    client.refund(effect.target, intended, `referral-${key.source}`),
  )
  if (result.outcome === 'NOT_SETTLED_YET') return now + SETTLEMENT_LOOK_MS
  const [state, text] =
    result.outcome === 'REFUNDED' ? (['DONE', result.id] as const) : (['REFUSED', result.message] as const)
  await ctx.writeTenant(tenantId, async (tx) => {
    finishEffect(tx, key, state, text, tx.now)
    if (result.outcome !== 'REFUNDED') return
    const { currency, minor } = result.amount
    recordRefund(tx, account, { payment_id: result.id, currency, refunded_minor: minor })
  })
  return null
}
