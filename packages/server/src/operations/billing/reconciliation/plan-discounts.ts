import type { Account } from '@goodword/domain/account'
import {
  type BillDiscount,
  type BilledSubscription,
  billDiscounts,
  isLive,
  type WaitingReason,
} from '@goodword/domain/bill-discount'
import type { BillCalendar } from '@goodword/domain/counted-bills'
import { billCalendarOf, type ProcessorSubscription } from '@goodword/domain/processor-payment'
import type { SubscriptionState } from '../../../connectors/connector.ts'
import { loadBalances } from '../../../store/ledger/account-discounts.ts'
import { loadPercentages } from '../../../store/ledger/percentages.ts'
import type { Transaction } from '../../foundation/context.ts'
import { countPercentages } from '../bills/count-percentages.ts'
import {
  openReservations,
  type ReservedCredit,
  reserveCredit,
  type SettledReservations,
  settleReservations,
} from './bill-reservations.ts'

/** The bills of an account, next bill first. */
export type PlannedBills = {
  readonly bills: readonly BillDiscount[]
  /** Subscriptions for which more credit is reserved than their next bill uses. */
  readonly surplus: ReadonlySet<string>
  readonly changesAt: number | null
  /** Why there is no bill, although the account has a reward for one. */
  readonly waiting: WaitingReason | null
  /** The credit that was kept for bills of each subscription until now. */
  readonly reserved: SettledReservations['reserved']
}

type PlannedReading = {
  readonly subscriptions: readonly SubscriptionState[]
  /** No bill is to have a discount, and the credit that is reserved is released. */
  readonly isDisconnecting: boolean
}

/** A reward that ended a little before its last bill's time of day was learnt still counts for that bill's date. */
const DAY_MS = 86_400_000

/**
 * Settles the credit of bills that were made, computes the discounts of the next bills, and reserves the credit that they
 * use. The account is locked.
 */
export async function planDiscounts(
  tx: Transaction,
  account: Account,
  { subscriptions, isDisconnecting }: PlannedReading,
  seen: readonly ProcessorSubscription[],
): Promise<PlannedBills> {
  const { open, reserved: kept } = await settleReservations(tx, account.key, seen)
  const [percentages, balances] = isDisconnecting
    ? [[], []]
    : await Promise.all([loadPercentages(tx, account.key, tx.now - DAY_MS), loadBalances(tx, [account.id])])
  const credits = new Map<string, number>()
  for (const it of balances) {
    if (it.reward_type === 'CREDIT') credits.set(it.unit, (credits.get(it.unit) ?? 0) + it.amount)
  }
  const reserved = openReservations(open)
  const calendars = new Map(seen.map((it) => [it.id, billCalendarOf(it)]))
  const billedSubscriptions = subscriptions.flatMap((it) => {
    const calendar = calendars.get(it.id)
    const reservedMinor = isDisconnecting ? 0 : (reserved.get(it.id)?.usableMinor ?? 0)
    return calendar === undefined ? [] : [billed(it, calendar, reservedMinor)]
  })
  const { bills, changesAt, waiting } = billDiscounts(
    {
      percentages: await countPercentages(tx, percentages, billedSubscriptions.filter(isLive)),
      credits,
      subscriptions: billedSubscriptions,
    },
    tx.now,
  )
  const cycles = new Map(subscriptions.filter(isLive).map((it) => [it.id, it.billCount + 1]))
  await reserveCredit(tx, account.key, open, bills, cycles)
  const surplus = bills.filter((it) => hasSurplus(it, reserved.get(it.subscriptionId)))
  return {
    bills,
    surplus: new Set(surplus.map((it) => it.subscriptionId)),
    changesAt,
    waiting,
    reserved: kept,
  }
}

/** What was revoked is surplus, also where other credit takes its place on the bill. */
function hasSurplus({ creditMinor }: BillDiscount, reserved: ReservedCredit | undefined): boolean {
  if (reserved === undefined) return false
  return reserved.totalMinor > creditMinor || reserved.totalMinor > reserved.usableMinor
}

function billed(it: SubscriptionState, calendar: BillCalendar, reservedMinor: number): BilledSubscription {
  return {
    ...calendar,
    id: it.id,
    status: it.status,
    price: it.price,
    amountStep: it.amountStep,
    otherChangesMinor: it.otherAdjustments,
    balanceMinor: it.balance,
    nextBillDate: it.nextBillDate,
    reservedMinor,
  }
}
