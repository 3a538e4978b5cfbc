import { isBillFixed } from '@goodword/domain/bills/bill-discount'
import { noteWrite } from '@goodword/domain/bills/own-writes'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import type { Capabilities, ProcessorClient } from '../../connectors/connector.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { DraftState, SubscriptionState } from '../../connectors/processor-state.ts'
import { reportBilling } from '../../engine/signals/billing-events.ts'
import { lockAccounts } from '../../tracking/rows/account-locks.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { hasDiscount, isStandingRight, plannedDiscount } from '../bills/actual-discount.ts'
import type { ConnectedTenant } from '../bills/refund-once.ts'
import { callProcessor } from '../connections/call-processor.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'
import { releaseCredit } from './bill-reservations.ts'
import { discountChanged, discountState, type PlannedWrite, UNDONE } from './decide-billing.ts'
import { foundMark } from './own-writes/needed-write.ts'
import type { BillingPlan, PlannedDiscount } from './plan-billing.ts'
import { readMark } from './sweeps/read-mark.ts'
import { routineMs, saveWatched, withLook } from './sweeps/save-watched.ts'

/** Where changes are made. */
export type BillingTarget = ConnectedTenant & { readonly discountId: string }

/**
 * Makes the discounts at the processor what they are to be, one subscription after the other, and stores what it then
 * has. A failure keeps no other subscription waiting.
 *
 * @throws ProcessorError the first failure, after all were tried
 */
export async function applyDiscounts(target: BillingTarget, plan: BillingPlan): Promise<AppliedDiscounts> {
  const failures: unknown[] = []
  let changed = 0
  let undone = 0
  for (const discount of plan.discounts) {
    try {
      const applied = await applyDiscount(target, plan, discount)
      if (applied === 'CHANGED') changed += 1
      if (applied === 'UNDONE') undone += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { changed, undone }
}

/** How many discounts were changed, and how many are different because someone else changes them back. */
export type AppliedDiscounts = { readonly changed: number; readonly undone: number }

type Applied = 'UNCHANGED' | 'CHANGED' | 'UNDONE'

/** A draft comes first: it is closed soon. */
async function applyDiscount(
  target: BillingTarget,
  { account, now }: BillingPlan,
  planned: PlannedDiscount,
): Promise<Applied> {
  const { bill, cycle, state, write, hasExcessCredit } = planned
  if (write?.decision.kind === 'STOPPED') return 'UNDONE'
  const applied = write === null ? 'UNCHANGED' : await makeWrite(target, { ...planned, write, now })
  const isRight = applied === 'CHANGED' || write === null
  if (!isRight || !hasExcessCredit || (isBillFixed(bill) && state.draft === undefined))
    return shownAs(applied)
  await target.ctx.writeTenant(target.tenantId, async (tx) => {
    // The account before its rewards, as tracking locks them.
    await lockAccounts(tx, [account.id])
    await releaseCredit(tx, account.key, bill, cycle)
  })
  return shownAs(applied)
}

function shownAs(applied: Applied | 'CHANGED_IN_PART'): Applied {
  return applied === 'CHANGED_IN_PART' ? 'CHANGED' : applied
}

/** A change that is made now. */
type Writing = PlannedDiscount & { readonly write: PlannedWrite; readonly now: number }

async function makeWrite(target: BillingTarget, writing: Writing): Promise<Applied | 'CHANGED_IN_PART'> {
  const { write, state, row, bill } = writing
  const { draft } = state
  const isOfDraft = write.isOfDraft && draft !== undefined
  const adjusted = isOfDraft ? await adjustDraft(target, writing, draft) : null
  if (isOfDraft && adjusted === null) return 'UNCHANGED'
  if (adjusted?.isReached === false) return 'UNDONE'
  if (!write.isOfStanding) return 'CHANGED'
  const set = await setDiscount(target, { ...writing, row: adjusted?.row ?? row })
  if (set?.isReached === false) return 'UNDONE'
  const isRight =
    set !== null && plannedDiscount(set.after, bill, capabilitiesOf(target)) === row.expected_minor
  if (isRight) return 'CHANGED'
  return isOfDraft ? 'CHANGED_IN_PART' : 'UNCHANGED'
}

/** Null if the draft was closed meanwhile: its discount is seen when it is read as a bill. */
function adjustDraft(target: BillingTarget, writing: Writing, draft: DraftState): Promise<Change | null> {
  const { row, state } = writing
  const wanted = { minor: row.expected_minor, currency: row.currency }
  return change(target, writing, {
    make: async (client) => {
      const adjust = client.adjustBill
      if (adjust === undefined) throw new Error('a processor without drafts showed one')
      const discountAmount = await adjust(draft.billId, target.discountId, wanted)
      return { ...state, draft: { ...draft, discountAmount } }
    },
    isReached: (after) => after.draft?.discountAmount === wanted.minor,
  })
}

/** Null if the processor does not permit the change now; the reason is stored. */
function setDiscount(target: BillingTarget, writing: Writing): Promise<Change | null> {
  const { row, bill } = writing
  const capabilities = capabilitiesOf(target)
  const minor = capabilities.standing === 'RATE' ? bill.percentageMinor : row.expected_minor
  const { applied: rate } = bill.discount
  const isNone = capabilities.standing === 'RATE' ? rate === 0 : minor === 0
  const wanted = isNone ? null : { amount: { minor, currency: row.currency }, rate }
  return change(target, writing, {
    make: (client) => client.setStanding(row.subscription_id, target.discountId, wanted),
    isReached: (after) => isStandingRight(after, bill, capabilities),
  })
}

function capabilitiesOf({ connection }: BillingTarget): Capabilities {
  return connection.client.capabilities
}

type Change = {
  readonly after: SubscriptionState
  readonly row: SubscriptionRow
  /** Whether the change had the wanted result. */
  readonly isReached: boolean
}

type Changing = {
  readonly make: (client: ProcessorClient) => Promise<SubscriptionState>
  readonly isReached: (after: SubscriptionState) => boolean
}

/** Changes a discount, and stores how it is then; null if that is not possible any more, and why is stored. */
async function change(
  target: BillingTarget,
  { row, bill, write, failedBefore, now }: Writing,
  changing: Changing,
): Promise<Change | null> {
  const { ctx, tenantId, connection } = target
  const capabilities = capabilitiesOf(target)
  const terms = { stake: 'MONEY', bill, routineMs: routineMs(ctx) } as const
  try {
    const after = await callProcessor(ctx, tenantId, connection, changing.make)
    const isReached = changing.isReached(after)
    const actual = plannedDiscount(after, bill, capabilities)
    const { state } = discountState(after, actual, { bill: { ...bill, waiting: null }, capabilities })
    const left = foundMark(after, capabilities)
    const read = {
      ...row,
      actual_minor: actual,
      has_discount: hasDiscount(after),
      ...(isReached ? ({ state, reason: null } as const) : UNDONE),
      read_mark: readMark(after),
      own_writes: noteWrite(row.own_writes, { ...write, left, isReached }, now),
    }
    const changed = isReached ? read : withLook(read, terms, row.checked_at)
    await store(target, changed, write.isReported ? null : outcomeOf(row, changed, failedBefore))
    reportBilling(isReached ? 'discount changed' : 'discount change failed')
    return { after, row: changed, isReached }
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
    await store(
      target,
      withLook(failed, terms, row.checked_at),
      isNews ? discountFailed(row, 'DISCOUNT_REJECTED') : null,
    )
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

function outcomeOf(before: SubscriptionRow, row: SubscriptionRow, failedBefore: string | null) {
  if (row.state !== 'FAILED') return discountChanged(before, row.actual_minor)
  return failedBefore === UNDONE.reason ? null : discountFailed(row, UNDONE.reason)
}

function discountFailed(
  { account_id: account, id: resourceId }: SubscriptionRow,
  reason: 'DISCOUNT_REJECTED' | typeof UNDONE.reason,
): Outcome {
  return { type: 'discount.failed', reason, account, resourceId }
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
