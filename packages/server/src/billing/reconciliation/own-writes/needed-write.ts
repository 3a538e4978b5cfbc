import { createHash } from 'node:crypto'
import { type BillDiscount, isBillFixed } from '@goodword/domain/bills/bill-discount'
import type { WantedWrite } from '@goodword/domain/bills/own-writes'
import type { Capabilities } from '../../../connectors/connector.ts'
import type { SubscriptionState } from '../../../connectors/processor-state.ts'
import { isStandingRight } from '../../bills/actual-discount.ts'

/** A change of a subscription that is needed at the processor. */
export type NeededWrite = WantedWrite & {
  /** The discount on the draft of the next bill is wrong. */
  readonly isOfDraft: boolean
  /** The discount that stands on the subscription is not the one that its next bill is to have. */
  readonly isOfStanding: boolean
}

/** Null if nothing is to be changed, or nothing can be for now. */
export function neededWrite(
  state: SubscriptionState,
  bill: BillDiscount,
  capabilities: Capabilities,
): NeededWrite | null {
  const { draft } = state
  const isOfDraft = draft !== undefined && draft.discountAmount !== bill.expected.minor
  const isOfStanding = !isBillFixed(bill) && !isStandingRight(state, bill, capabilities)
  if (!isOfDraft && !isOfStanding) return null
  const standing = capabilities.standing === 'RATE' ? bill.discount.applied : bill.expected.minor
  const wanted = mark([standing, draft === undefined ? null : [draft.billId, bill.expected.minor]])
  return { isOfDraft, isOfStanding, wanted, found: foundMark(state, capabilities) }
}

/** The discounts at the processor, as own writes remember them. */
export function foundMark(
  { discount, draft, hasOrphanedDiscount }: SubscriptionState,
  { standing }: Capabilities,
): string {
  const size = (it: NonNullable<typeof discount>) =>
    standing === 'RATE' ? [it.rate, it.quantity, it.billsLeft] : [it.amount.minor, it.quantity, it.billsLeft]
  return mark([
    discount === null ? null : size(discount),
    hasOrphanedDiscount === true,
    draft === undefined ? null : [draft.billId, draft.discountAmount],
  ])
}

/** A digest, so that no ID of the customer's bills is kept. */
function mark(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 16)
}
