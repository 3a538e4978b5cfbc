import { Refusal } from '@goodword/contract/refusal'
import { hasListedDiscounts } from '../../../store/processor/live-discounts.ts'
import type { Transaction } from '../../foundation/context.ts'

/**
 * Refuses another discount at the payment processor while subscriptions have the present one: they would get the
 * other beside it, and pay too little. The program is locked, so no job adds a discount meanwhile.
 *
 * Throws a Refusal PROCESSOR_CONNECTION_IN_USE.
 */
export async function refuseDiscountInUse(tx: Transaction, discountId: string): Promise<void> {
  if (!(await hasListedDiscounts(tx))) return
  const message = `Subscriptions have the discount "${discountId}", or are about to get it, so processorDiscountId cannot be changed. Send "${discountId}".`
  throw new Refusal('PROCESSOR_CONNECTION_IN_USE', message, 'processorDiscountId')
}
