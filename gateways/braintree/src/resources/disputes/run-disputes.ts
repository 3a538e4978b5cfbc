import type { Gateway } from '../../gateway.ts'
import { addDays, dayOf, momentOf } from '../../model/day.ts'
import type { Dispute, DisputeStatus } from '../../model/dispute.ts'
import type { Merchant } from '../../model/merchant.ts'
import { SETTLEMENT_BEGINS_HOUR } from '../../model/timetable.ts'
import { moveDispute } from './move-dispute.ts'

/** How long a bank looks at evidence. */
const DAYS_OF_REVIEW = 30

/** The next moment at which a dispute moves on by itself; null while none does. */
export function nextDisputeAt(merchant: Merchant): number | null {
  let next: number | null = null
  for (const dispute of merchant.disputes.values()) {
    const step = stepOf(dispute)
    if (step !== null && (next === null || step.at < next)) next = step.at
  }
  return next
}

/** Does the steps that are due at that moment, each as of the moment at which it became due. */
export function runDisputes(gateway: Gateway, merchant: Merchant, now: number): void {
  for (const dispute of merchant.disputes.values()) {
    for (let step = stepOf(dispute); step !== null && step.at <= now; step = stepOf(dispute)) {
      moveDispute(gateway, merchant, dispute, step.to, step.at)
    }
  }
}

type Step = { readonly at: number; readonly to: DisputeStatus }

function stepOf(dispute: Dispute): Step | null {
  const { status, planned, replyByDate, updatedAt } = dispute
  if (status !== 'open' && status !== 'disputed' && status !== 'under_review') return null
  const next = nextOf(status, replyByDate, updatedAt)
  if (planned === null) return next
  const decision = { at: planned.at, to: planned.status }
  // A dispute with a plan is neither lost by silence nor decided by the evidence.
  return status === 'disputed' && next.at < planned.at ? next : decision
}

function nextOf(
  status: 'open' | 'disputed' | 'under_review',
  replyBy: Dispute['replyByDate'],
  since: number,
): Step {
  if (status === 'open') return { at: momentOf(addDays(replyBy, 1)), to: 'expired' }
  if (status === 'under_review') {
    return { at: momentOf(addDays(dayOf(since), DAYS_OF_REVIEW), SETTLEMENT_BEGINS_HOUR), to: 'lost' }
  }
  const tonight = momentOf(dayOf(since), SETTLEMENT_BEGINS_HOUR)
  const at = tonight > since ? tonight : momentOf(addDays(dayOf(since), 1), SETTLEMENT_BEGINS_HOUR)
  return { at, to: 'under_review' }
}
