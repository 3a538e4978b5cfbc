import {
  type BillDiscount,
  type BilledSubscription,
  billDiscounts,
  isLive,
  type WaitingReason,
} from '@goodword/domain/bills/bill-discount'
import {
  decideWrite,
  isReportedWrite,
  type OwnWrites,
  type WriteDecision,
} from '@goodword/domain/bills/own-writes'
import { billCalendarOf } from '@goodword/domain/bills/processor-payment'
import type { CountedBill } from '@goodword/domain/bills/used-months'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import { type CreditLot, sumOfLots, validLots } from '@goodword/domain/rewards/credit-lots'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Capabilities } from '../../connectors/connector.ts'
import type { SubscriptionState } from '../../connectors/processor-state.ts'
import { percentageOf } from '../../referring/rewards/percentage-of.ts'
import { waitingDiscount } from '../../tracking/waiting-discounts.ts'
import { hasDiscount, isLasting, isStandingRight, plannedDiscount } from '../bills/actual-discount.ts'
import { type CountedPercentages, countPercentages, usedOf } from '../bills/count-percentages.ts'
import type { ReadSubscription } from '../bills/keep-bills.ts'
import { billsFromOf } from '../bills/keep-bills.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'
import { openReservations, type ReservedCredit } from './bill-reservations.ts'
import { type NeededWrite, neededWrite } from './own-writes/needed-write.ts'
import type { Billing } from './read-billing.ts'
import type { BilledRewards } from './read-rewards.ts'
import { NO_LOOK } from './sweeps/next-look.ts'
import { readBeforeBills, readUnsubscribed } from './sweeps/read-again.ts'
import { readMark } from './sweeps/read-mark.ts'
import { stakeOf, withLook } from './sweeps/save-watched.ts'
import type { TrackedEvidence } from './track-evidence.ts'

/** A subscription with the decisions about it. */
export type DecidedSubscription = ReadSubscription & {
  /** The row as it is to be stored. */
  readonly row: SubscriptionRow
  /** The discount of its next bill; null unless it is live. */
  readonly bill: BillDiscount | null
  /** How many bills it has had with the next one. */
  readonly cycle: number
  /** More credit is reserved than the bill uses. */
  readonly hasExcessCredit: boolean
  /** The change at the processor; null if none is needed. */
  readonly write: PlannedWrite | null
  /** Why the last change was not accepted, if it was not. */
  readonly failedBefore: string | null
}

export type PlannedWrite = NeededWrite & {
  readonly decision: WriteDecision
  /** Events say already that the discount is changed in this way. */
  readonly isReported: boolean
}

/** A next bill, for which its credit is to be reserved, with its number. */
export type NextBill = { readonly bill: BillDiscount; readonly cycle: number }

export type BillingDecision = {
  readonly subscriptions: readonly DecidedSubscription[]
  /** The next bills in the order in which credit is reserved for them. */
  readonly nextBills: readonly NextBill[]
  /** The rows of subscriptions that the processor does not have any more, as they are to be stored. */
  readonly gone: readonly SubscriptionRow[]
  /** Percentages whose end moves with the bills. */
  readonly percentages: CountedPercentages
  readonly outcomes: readonly Outcome[]
  /** When time alone may change something. */
  readonly again: number | null
}

/** All that decides: a customer, its account after tracking, and the account's rewards for bills. */
export type BillingFacts = {
  readonly billing: Billing
  readonly tracked: TrackedEvidence
  readonly rewards: BilledRewards
  /** The bills that the account’s percentages counted for. */
  readonly ledger: readonly CountedBill[]
  /** How often a discount is compared while no bill is near. */
  readonly routineMs: number
  /** Staff ask for the comparison, so that no change waits. */
  readonly isAsked: boolean
  readonly now: number
}

/** The discounts of the next bills, and the rows to store, refunds to make and times to look again. Without effects. */
export function decideBilling(facts: BillingFacts): BillingDecision {
  const { billing, tracked, now } = facts
  const { account } = tracked
  const { bills, percentages, changesAt, waiting, reserved } = decideBills(facts)
  const subscriptions = billing.subscriptions.map((it) => {
    const bill = bills.find(({ subscriptionId }) => subscriptionId === it.state.id) ?? null
    return decideSubscription(facts, it, bill, reserved.get(it.state.id))
  })
  const outcomes = [
    ...seenDiscountChanges(
      account.key,
      subscriptions.filter((it) => it.write?.isReported !== true),
    ),
    ...stoppedWrites(account.key, subscriptions),
    ...waitingDiscount(account.key, waiting),
  ]
  const isReferred = account.referral !== null && account.referral.endedAt === null
  const readAt = subscriptions.some(({ row }) => row.is_live)
    ? readBeforeBills(billing.isFollowed ? [] : subscriptions, now)
    : readUnsubscribed({ waiting, isReferred, boundAt: billing.evidence.boundAt }, now)
  const stopped = subscriptions.flatMap(({ write }) =>
    write?.decision.kind === 'STOPPED' ? [write.decision.until] : [],
  )
  const { nextGrantAt } = facts.rewards
  const moments = [changesAt, nextGrantAt, ...tracked.checksAt, readAt, ...stopped].filter(
    (it) => it !== null,
  )
  return {
    subscriptions,
    nextBills: bills.flatMap((bill) =>
      subscriptions.flatMap((it) => (it.bill === bill ? [{ bill, cycle: it.cycle }] : [])),
    ),
    gone: billing.gone.map((it) => ({ ...it, is_live: false, is_listed: false, ...NO_LOOK })),
    percentages,
    outcomes,
    again: moments.length === 0 ? null : Math.min(...moments),
  }
}

type DecidedBills = {
  readonly bills: readonly BillDiscount[]
  readonly percentages: CountedPercentages
  readonly changesAt: number | null
  /** Why there is no bill, although the account has a reward for one. */
  readonly waiting: WaitingReason | null
  /** The credit that is reserved for the next bill of each subscription. */
  readonly reserved: ReadonlyMap<string, ReservedCredit>
}

function decideBills({ billing, tracked: { account }, rewards, ledger, now }: BillingFacts): DecidedBills {
  const reserved = openReservations(rewards.open, billing.evidence.subscriptions)
  const known = rewards.percentages.map((it) => percentageOf(it, rewards.turns))
  const subscriptions = billing.subscriptions.map((it) => {
    const lots = billing.isDisconnecting ? [] : (reserved.get(it.state.id)?.lots ?? [])
    const { id, seen, state } = it
    const keptFrom = billsFromOf(account, it, billing.evidence)
    const used = usedOf(known, { id, seen, nextBillDate: state.nextBillDate, keptFrom }, ledger)
    return billed(it, lots, used)
  })
  const percentages = countPercentages(rewards.percentages, subscriptions.filter(isLive), now)
  const { credits, claimed } = rewards
  const decided = billDiscounts({ percentages: percentages.counted, credits, claimed, subscriptions }, now)
  return { ...decided, percentages, reserved }
}

function billed(
  { state, seen }: ReadSubscription,
  reserved: readonly CreditLot[],
  used: BilledSubscription['used'],
): BilledSubscription {
  return {
    ...billCalendarOf(seen),
    id: state.id,
    status: state.status,
    price: state.price,
    amountStep: state.amountStep,
    ...(state.roundsShares && { roundsShares: true }),
    otherChangesMinor: state.otherAdjustments,
    balanceMinor: state.balance,
    nextBillDate: state.nextBillDate,
    reserved,
    used,
  }
}

function decideSubscription(
  { billing, tracked: { account }, routineMs, isAsked, now }: BillingFacts,
  it: ReadSubscription,
  bill: BillDiscount | null,
  reserved: ReservedCredit | undefined,
): DecidedSubscription {
  const { id, state, seen, stored } = it
  const billsFrom = billsFromOf(account, it, billing.evidence)
  const { cameWithDiscount } = seen
  const owner = { id, customerId: billing.customerId, account: account.key, cameWithDiscount, billsFrom }
  const { capabilities } = billing
  const needed = bill === null ? null : neededWrite(state, bill, capabilities)
  const before = stored?.own_writes ?? null
  const write = needed === null ? null : plannedWrite(before, needed, { now, isAsked })
  const read = withDecision(
    { ...discountRow(owner, state, { bill, capabilities }, now), own_writes: before },
    write,
  )
  return {
    ...it,
    row: withLook(read, { stake: stakeOf(read, account, now), bill, routineMs }, now),
    bill,
    cycle: seen.billCount + 1,
    hasExcessCredit: bill !== null && hasExcessCredit(bill, reserved),
    write,
    failedBefore: stored?.state === 'FAILED' ? stored.reason : null,
  }
}

function plannedWrite(
  before: OwnWrites | null,
  needed: NeededWrite,
  when: { readonly now: number; readonly isAsked: boolean },
): PlannedWrite {
  const decision = decideWrite(before, needed, when)
  return { ...needed, decision, isReported: isReportedWrite(before, needed, when.now) }
}

/** A change that waits, because someone else makes it undone, has failed. */
function withDecision(row: SubscriptionRow, write: PlannedWrite | null): SubscriptionRow {
  if (write?.decision.kind !== 'STOPPED') return row
  return { ...row, ...UNDONE, own_writes: write.decision.writes }
}

/** The state of a discount that someone else at the processor changes back. */
export const UNDONE = { state: 'FAILED', reason: 'CHANGED_BY_SOMEONE_ELSE' } as const

function stoppedWrites(account: AccountKey, subscriptions: readonly DecidedSubscription[]): Outcome[] {
  return subscriptions.flatMap(({ id, write }): Outcome[] => {
    if (write?.decision.kind !== 'STOPPED' || !write.decision.isNews) return []
    return [{ type: 'discount.failed', reason: 'CHANGED_BY_SOMEONE_ELSE', account, resourceId: id }]
  })
}

/** Credit that the bill cannot use is excess, also where other credit takes its place: it was revoked, or expires before. */
function hasExcessCredit({ bill, creditMinor }: BillDiscount, reserved: ReservedCredit | undefined): boolean {
  if (reserved === undefined || bill === null)
    return reserved !== undefined && reserved.totalMinor > creditMinor
  return reserved.totalMinor > creditMinor || reserved.totalMinor > sumOfLots(validLots(reserved.lots, bill))
}

type SeenSubscription = {
  readonly stored: SubscriptionRow | null
  readonly row: SubscriptionRow
  readonly state: Pick<SubscriptionState, 'draft'>
}

/**
 * Events about discounts that are other than they were when they were last read or set:
 * - one that was as it should be and was changed at the processor by someone else. A change that is right, as one that a
 *   merchant makes together with a new price, is not worth an event;
 * - one that the service has set without storing that, because it was stopped or got no response.
 */
function seenDiscountChanges(
  account: AccountKey,
  subscriptions: readonly SeenSubscription[],
): readonly Outcome[] {
  return subscriptions.flatMap(({ stored: before, row, state }): Outcome[] => {
    if (before === null || !before.is_live || !row.is_live) return []
    if (row.actual_minor === before.actual_minor) return []
    if (before.state !== 'IN_STEP')
      return row.actual_minor === before.expected_minor ? changed(before, row.actual_minor) : []
    // A draft has its own lines, and what else is taken off them.
    if (row.actual_minor === row.expected_minor || state.draft !== undefined) return []
    const amounts = amountsOf(before, row.actual_minor)
    return [
      { type: 'discount.drifted', reason: 'CHANGED_AT_PROCESSOR', account, resourceId: before.id, amounts },
    ]
  })
}

/** The event of a discount that was set; null if it is unchanged. */
export function discountChanged(before: SubscriptionRow, actualMinor: number): Outcome | null {
  return changed(before, actualMinor)[0] ?? null
}

function changed(before: SubscriptionRow, actualMinor: number): Outcome[] {
  if (actualMinor === before.actual_minor) return []
  const { account_id: account, id: resourceId } = before
  const amounts = amountsOf(before, actualMinor)
  return [{ type: 'discount.changed', reason: 'DISCOUNT_SET', account, resourceId, amounts }]
}

function amountsOf({ actual_minor, currency }: SubscriptionRow, actualMinor: number) {
  return {
    before: { minor: actual_minor, currency },
    after: { minor: actualMinor, currency },
  }
}

type Owner = {
  readonly id: string
  readonly customerId: string
  readonly account: AccountKey
  readonly cameWithDiscount: boolean
  /** Bills that were made earlier are not kept. */
  readonly billsFrom: number
}

type Planned = {
  /** Null unless it is live. */
  readonly bill: BillDiscount | null
  readonly capabilities: Capabilities
}

/**
 * A subscription as it is stored: as it was read, with the discount that its next bill is to have. When it is compared again
 * is still to be said.
 */
function discountRow(
  owner: Owner,
  subscription: SubscriptionState,
  { bill, capabilities }: Planned,
  checkedAt: number,
): SubscriptionRow {
  const expected = bill?.expected.minor ?? 0
  const actual = plannedDiscount(subscription, bill, capabilities)
  const live = isLive(subscription)
  const isThere = hasDiscount(subscription)
  const hasReward = bill !== null && bill.discount.uncapped > 0
  return {
    id: owner.id,
    subscription_id: subscription.id,
    customer_id: owner.customerId,
    account_id: owner.account,
    is_live: live,
    came_with_discount: owner.cameWithDiscount,
    currency: subscription.price.currency,
    next_bill_date: subscription.nextBillDate,
    expected_minor: expected,
    actual_minor: actual,
    has_discount: isThere,
    is_listed:
      live && (hasReward || isThere || expected > 0 || actual > 0 || bill?.waiting === 'CURRENCY_DIFFERS'),
    ...discountState(subscription, actual, { bill, capabilities }),
    checked_at: checkedAt,
    bill_count: subscription.billCount,
    price_minor: subscription.price.minor,
    is_price_known: subscription.isPriceUnknown !== true,
    balance_minor: subscription.balance,
    bills_from: owner.billsFrom,
    ...NO_LOOK,
    read_mark: readMark(subscription),
    own_writes: null,
  }
}

/** The state of the next bill's actual discount against the expected one. */
export function discountState(
  subscription: SubscriptionState,
  actual: number,
  { bill, capabilities }: Planned,
): Pick<SubscriptionRow, 'state' | 'reason'> {
  const isEqual = actual === (bill?.expected.minor ?? 0)
  const isOfRate = capabilities.standing === 'RATE' && bill !== null
  const stands = isOfRate ? isStandingRight(subscription, bill, capabilities) : isLasting(subscription)
  const isRight = isEqual && (!isOfRate || stands)
  if (bill !== null && bill.waiting !== null && (!isRight || bill.waiting === 'CURRENCY_DIFFERS'))
    return { state: 'WAITING', reason: bill.waiting }
  return { state: isEqual && stands ? 'IN_STEP' : 'PENDING', reason: null }
}
