import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../../connectors/processor-error.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { insertEvents } from '../../../store/events/events.ts'
import type { SubscriptionRow } from '../../../store/processor/subscriptions.ts'
import { lockAccounts } from '../../../store/tracking/account-locks.ts'
import { actualDiscount } from '../bills/actual-discount.ts'
import type { ConnectedTenant } from '../bills/refund-once.ts'
import { callProcessor } from '../connections/call-processor.ts'
import { releaseCredit } from './bill-reservations.ts'
import type { BillingPlan, PlannedDiscount } from './plan-billing.ts'
import { discountChanged } from './seen-discount-changes.ts'
import { readMark } from './sweeps/read-mark.ts'
import { routineMs, saveWatched, withLook } from './sweeps/save-watched.ts'

/** Where changes are made. */
export type BillingTarget = ConnectedTenant & { readonly discountId: string }

/**
 * Makes the discounts at the processor what they are to be, one subscription after the other, and stores what it then
 * has. A failure keeps no other subscription waiting. Returns how many discounts it changed.
 *
 * @throws ProcessorError the first failure, after all were tried
 */
export async function applyDiscounts(target: BillingTarget, plan: BillingPlan): Promise<number> {
  const failures: unknown[] = []
  let changed = 0
  for (const discount of plan.discounts) {
    try {
      if (await applyDiscount(target, plan, discount)) changed += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return changed
}

/** Whether the discount was changed at the processor. */
async function applyDiscount(
  target: BillingTarget,
  { account }: BillingPlan,
  { row, bill, cycle, hasEnd, hasExcessCredit, failedBefore }: PlannedDiscount,
): Promise<boolean> {
  const isFixed = bill.waiting === 'PAST_DUE' || bill.waiting === 'NO_NEXT_BILL'
  const isDifferent = row.actual_minor !== row.expected_minor || hasEnd
  if (isFixed || !(isDifferent || hasExcessCredit)) return false
  if (isDifferent && !(await setDiscount(target, { row, bill, failedBefore }))) return false
  if (!hasExcessCredit) return isDifferent
  await target.ctx.writeTenant(target.tenantId, async (tx) => {
    // The account before its rewards, as tracking locks them.
    await lockAccounts(tx, [account.id])
    await releaseCredit(tx, account.key, bill, cycle)
  })
  return isDifferent
}

/** False if the processor does not permit the change now; the reason is stored. */
async function setDiscount(
  target: BillingTarget,
  { row, bill, failedBefore }: Pick<PlannedDiscount, 'row' | 'bill' | 'failedBefore'>,
): Promise<boolean> {
  const { ctx, tenantId, connection, discountId } = target
  const { subscription_id: id, expected_minor: minor, currency } = row
  try {
    const changed = await callProcessor(ctx, tenantId, connection, (client) =>
      client.setStanding(
        id,
        discountId,
        minor === 0 ? null : { amount: { minor, currency }, rate: bill.discount.applied },
      ),
    )
    const actual = actualDiscount(changed)
    const state = actual === minor ? 'IN_STEP' : 'PENDING'
    const read = { actual_minor: actual, state, read_mark: readMark(changed) } as const
    await store(target, { ...row, ...read }, discountChanged(row, actual))
    reportBilling('discount changed')
    return actual === minor
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.rejection === 'PAST_DUE' || error.rejection === 'ENDED') {
      // It changed since it was read; the notification of that leads here again.
      const reason = error.rejection === 'ENDED' ? 'NO_LIVE_SUBSCRIPTION' : 'PAST_DUE'
      await store(target, { ...row, state: 'WAITING', reason })
      return false
    }
    const reason = error.rejection ?? error.code
    const isNews = hasRejected(error) && reason !== failedBefore
    const failed = { ...row, state: 'FAILED', reason } as const
    const terms = { stake: 'MONEY', bill, routineMs: routineMs(ctx) } as const
    await store(target, withLook(failed, terms, row.checked_at), isNews ? discountFailed(row) : null)
    reportBilling('discount change failed')
    throw error
  }
}

/** A temporary failure passes, and credentials that do not work are an event of the connection. */
function hasRejected({ retryable, code }: ProcessorError): boolean {
  return !retryable && code !== 'CREDENTIALS_REJECTED'
}

function discountFailed({ account_id: account, id: resourceId }: SubscriptionRow): Outcome {
  return { type: 'discount.failed', reason: 'DISCOUNT_REJECTED', account, resourceId }
}

async function store(
  { ctx, tenantId }: BillingTarget,
  row: SubscriptionRow,
  outcome: Outcome | null = null,
): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    await saveWatched(tx, [{ ...row, checked_at: tx.now }])
    if (outcome !== null) insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'service', outcome }])
  })
}
