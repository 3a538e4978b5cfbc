import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import type { Capabilities, ProcessorClient } from '../../../connectors/connector.ts'
import { ProcessorError } from '../../../connectors/processor-error.ts'
import type { DraftState, SubscriptionState } from '../../../connectors/processor-state.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { insertEvents } from '../../../store/events/events.ts'
import type { SubscriptionRow } from '../../../store/processor/subscriptions.ts'
import { lockAccounts } from '../../../store/tracking/account-locks.ts'
import { hasDiscount, plannedDiscount } from '../bills/actual-discount.ts'
import type { ConnectedTenant } from '../bills/refund-once.ts'
import { callProcessor } from '../connections/call-processor.ts'
import { releaseCredit } from './bill-reservations.ts'
import { discountState } from './discount-row.ts'
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

/** Whether the discount was changed at the processor. A draft comes first: it is closed soon. */
async function applyDiscount(
  target: BillingTarget,
  { account }: BillingPlan,
  planned: PlannedDiscount,
): Promise<boolean> {
  const { row, bill, cycle, state, isStandingRight, hasExcessCredit } = planned
  const { draft } = state
  const isFixed = bill.waiting === 'PAST_DUE' || bill.waiting === 'NO_NEXT_BILL'
  const isDraftWrong = draft !== undefined && draft.discountAmount !== row.expected_minor
  if (isDraftWrong && !(await adjustDraft(target, planned, draft))) return false
  const adjusted = isDraftWrong ? { ...planned, row: { ...row, actual_minor: row.expected_minor } } : planned
  const isWrong = !isFixed && !isStandingRight
  if (isWrong && !(await setDiscount(target, adjusted))) return isDraftWrong
  const isChanged = isDraftWrong || isWrong
  if (!hasExcessCredit || (isFixed && draft === undefined)) return isChanged
  await target.ctx.writeTenant(target.tenantId, async (tx) => {
    // The account before its rewards, as tracking locks them.
    await lockAccounts(tx, [account.id])
    await releaseCredit(tx, account.key, bill, cycle)
  })
  return isChanged
}

/** False if the draft was closed meanwhile: what it had is seen when it is read as a bill. */
async function adjustDraft(
  target: BillingTarget,
  planned: PlannedDiscount,
  draft: DraftState,
): Promise<boolean> {
  const { row, state } = planned
  const wanted = { minor: row.expected_minor, currency: row.currency }
  const adjusted = await change(target, planned, async (client) => {
    const adjust = client.adjustBill
    if (adjust === undefined) throw new Error('a processor without drafts showed one')
    const discountAmount = await adjust(draft.billId, target.discountId, wanted)
    return { ...state, draft: { ...draft, discountAmount } }
  })
  return adjusted !== null && adjusted.draft?.discountAmount === wanted.minor
}

/** False if the processor does not permit the change now; the reason is stored. */
async function setDiscount(target: BillingTarget, planned: PlannedDiscount): Promise<boolean> {
  const { row, bill } = planned
  const { standing } = target.connection.client.capabilities
  const minor = standing === 'RATE' ? bill.percentageMinor : row.expected_minor
  const { applied: rate } = bill.discount
  const isNone = standing === 'RATE' ? rate === 0 : minor === 0
  const wanted = isNone ? null : { amount: { minor, currency: row.currency }, rate }
  const changed = await change(target, planned, (client) =>
    client.setStanding(row.subscription_id, target.discountId, wanted),
  )
  return changed !== null && plannedDiscount(changed, bill, capabilitiesOf(target)) === row.expected_minor
}

function capabilitiesOf({ connection }: BillingTarget): Capabilities {
  return connection.client.capabilities
}

/** Changes a discount, and stores how it is then; null if that is not possible any more, and why is stored. */
async function change(
  target: BillingTarget,
  { row, bill, failedBefore }: PlannedDiscount,
  work: (client: ProcessorClient) => Promise<SubscriptionState>,
): Promise<SubscriptionState | null> {
  const { ctx, tenantId, connection } = target
  const capabilities = capabilitiesOf(target)
  try {
    const changed = await callProcessor(ctx, tenantId, connection, work)
    const actual = plannedDiscount(changed, bill, capabilities)
    const { state } = discountState(changed, actual, { bill: { ...bill, waiting: null }, capabilities })
    const read = {
      actual_minor: actual,
      has_discount: hasDiscount(changed),
      state,
      reason: null,
      read_mark: readMark(changed),
    } as const
    await store(target, { ...row, ...read }, discountChanged(row, actual))
    reportBilling('discount changed')
    return changed
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    const waiting = waitingReasonOf(error)
    if (waiting !== null) {
      // It changed since it was read; the notification of that leads here again.
      await store(target, { ...row, ...waiting })
      return null
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

function waitingReasonOf({ rejection }: ProcessorError): Pick<SubscriptionRow, 'state' | 'reason'> | null {
  if (rejection === 'ENDED') return { state: 'WAITING', reason: 'NO_LIVE_SUBSCRIPTION' }
  if (rejection === 'PAST_DUE') return { state: 'WAITING', reason: 'PAST_DUE' }
  return rejection === 'BILL_CLOSED' ? { state: 'PENDING', reason: null } : null
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
