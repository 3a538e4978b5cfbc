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
import { waitingDiscount } from '../../tracking/waiting-discounts.ts'
import {
  type CountedPercentages,
  countPercentages,
  percentageOf,
  usedOf,
} from '../bills/count-percentages.ts'
import type { ReadSubscription } from '../bills/keep-bills.ts'
import { billsFromOf } from '../bills/keep-bills.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'
import { claimedCredit, openReservations, type ReservedCredit } from './bill-reservations.ts'
import { discountRow } from './discount-row.ts'
import { type NeededWrite, neededWrite } from './own-writes/needed-write.ts'
import type { Billing } from './read-billing.ts'
import type { BilledRewards } from './read-rewards.ts'
import { seenDiscountChanges } from './seen-discount-changes.ts'
import { NO_LOOK } from './sweeps/next-look.ts'
import { readBeforeBills, readUnsubscribed } from './sweeps/read-again.ts'
import { stakeOf, withLook } from './sweeps/save-watched.ts'
import type { TrackedEvidence } from './track-evidence.ts'

/** A subscription with what is decided of it. */
export type DecidedSubscription = ReadSubscription & {
  /** The row as it is to be stored. */
  readonly row: SubscriptionRow
  /** The discount of its next bill; null unless it is live. */
  readonly bill: BillDiscount | null
  /** How many bills it has had with the next one. */
  readonly cycle: number
  /** More credit is reserved than the bill uses. */
  readonly hasExcessCredit: boolean
  /** What is to be changed at the processor; null if nothing is. */
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

/** The discounts of the next bills, and what is to be stored, refunded and looked at again. Without effects. */
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
  const moments = [changesAt, ...tracked.checksAt, readAt, ...stopped].filter((it) => it !== null)
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
  /** What is reserved for the next bill of each subscription. */
  readonly reserved: ReadonlyMap<string, ReservedCredit>
}

function decideBills({ billing, tracked: { account }, rewards, ledger, now }: BillingFacts): DecidedBills {
  const reserved = openReservations(rewards.open, billing.evidence.subscriptions)
  const known = rewards.percentages.map(percentageOf)
  const subscriptions = billing.subscriptions.map((it) => {
    const lots = billing.isDisconnecting ? [] : (reserved.get(it.state.id)?.lots ?? [])
    const { id, seen, state } = it
    const keptFrom = billsFromOf(account, it, billing.evidence)
    const used = usedOf(known, { id, seen, nextBillDate: state.nextBillDate, keptFrom }, ledger)
    return billed(it, lots, used)
  })
  const percentages = countPercentages(rewards.percentages, subscriptions.filter(isLive), now)
  const { credits } = rewards
  const claimed = claimedCredit(rewards.open, now)
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
