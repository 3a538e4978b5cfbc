import type { Money } from '@goodword/domain/values/money'
import { ProcessorError } from '../../../connectors/processor-error.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { type BillRow, lockBill, updateBills } from '../../../store/processor/bills.ts'
import { finishEffect } from '../../../store/processor/effects.ts'
import type { Transaction } from '../../foundation/context.ts'
import { callProcessor } from '../connections/call-processor.ts'
import { recordCredit } from './record-payments.ts'
import { type ConnectedTenant, insertMended } from './refund-once.ts'

type WantedCredit = { readonly bill: BillRow; readonly customerId: string; readonly amount: Money }

/**
 * Credits a customer with what was paid too much for a bill, once, as it was intended; stores that on the bill and the timeline.
 *
 * @throws ProcessorError if the processor could not be asked, or did not answer
 */
export async function creditBill(
  { ctx, tenantId, connection }: ConnectedTenant,
  { bill: { id }, customerId, amount }: WantedCredit,
): Promise<void> {
  const key = { kind: 'CREDIT', source: id } as const
  const credited = await callProcessor(ctx, tenantId, connection, async (client) => {
    const { credit } = client
    if (credit === undefined) return refused('This payment processor has no credit of customers.')
    try {
      return { state: 'DONE', text: await credit(customerId, amount, `bill-${id}`) } as const
    } catch (error) {
      const isFinal =
        error instanceof ProcessorError && (error.code === 'NOT_FOUND' || error.code === 'REJECTED')
      if (!isFinal) throw error
      return refused(error.message)
    }
  })
  await ctx.writeTenant(tenantId, async (tx) => {
    const bill = await lockBill(tx, id)
    finishEffect(tx, key, credited.state, credited.text, tx.now)
    tx.afterCommit(() => reportBilling(credited.state === 'DONE' ? 'refund made' : 'refund refused'))
    if (bill === null) return
    if (credited.state === 'DONE') recordDone(tx, bill, { id: credited.text, amount })
    else updateBills(tx, [{ ...bill, resolution: 'REFUND_REFUSED', changed_at: tx.now }])
  })
}

function refused(text: string) {
  return { state: 'REFUSED', text } as const
}

function recordDone(
  tx: Transaction,
  bill: BillRow,
  { id, amount }: { readonly id: string; readonly amount: Money },
): void {
  const refunded_minor = bill.refunded_minor + amount.minor
  updateBills(tx, [{ ...bill, refunded_minor, state: 'MENDED', resolution: 'CREDITED', changed_at: tx.now }])
  tx.afterCommit(() => reportBilling('bill mended'))
  recordCredit(tx, bill.account_id, { id, amount })
  insertMended(tx, { account: bill.account_id, billId: bill.id, reason: 'CREDITED', amount })
}
