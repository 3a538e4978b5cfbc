import type { BillDiscount } from '@goodword/domain/bills/bill-discount'
import { billOutcome, type ReservedBill, unpaidStateOf } from '@goodword/domain/bills/bill-outcome'
import { dayOf } from '@goodword/domain/bills/bill-time'
import type { ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import { type CreditLot, sumOfLots, validLots } from '@goodword/domain/rewards/credit-lots'
import {
  type CreditReservation,
  type ReservationChange,
  reservedAmount,
  resize,
  settle,
} from '@goodword/domain/rewards/credit-reservation'
import type { AccountKey, EventId, RewardId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import {
  loadOpenReservations,
  type OpenReservationRow,
  type ReservationRow,
  saveReservations,
} from '../../referring/rewards/rows/credit-reservations.ts'
import { lockCredits } from '../../referring/rewards/rows/credits.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { changeRewards, lockRewards, type RewardRow, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { loadShareDebts } from '../rows/friend-payments.ts'

/** More rewards than this are not taken for one bill. */
export const MAX_CREDITS = 1000

/** The reservations that stay open, and the credit that was reserved for bills of each subscription before. */
export type SettledReservations = {
  readonly open: readonly OpenReservationRow[]
  readonly reserved: ReadonlyMap<string, readonly ReservedBill[]>
}

/**
 * Ends the reservations of bills that were made, or will not be.
 *
 * @param isMadeUp whether a customer is credited with a discount that a bill lacked
 */
export async function settleReservations(
  tx: Transaction,
  account: AccountKey,
  seen: readonly ProcessorSubscription[],
  isMadeUp: boolean,
): Promise<SettledReservations> {
  const open: OpenReservationRow[] = []
  const rows = await loadOpenReservations(tx, account)
  const ids = new Set(rows.map((it) => it.subscription_id))
  const ofSubscription = (id: string) => rows.filter((it) => it.subscription_id === id).map(billOf)
  const reserved = new Map([...ids].map((id) => [id, ofSubscription(id)]))
  for (const row of rows) {
    const subscription = seen.find((it) => it.id === row.subscription_id)
    const outcome = subscription === undefined ? null : billOutcome(billOf(row), subscription, isMadeUp)
    if (outcome === null || outcome.kind === 'open') open.push(row)
    else await change(tx, row, [], (it, credits) => settle(it, credits, outcome.usedMinor, tx.now))
  }
  return { open, reserved }
}

export type ReservedCredit = {
  /** All that is taken from rewards. */
  readonly totalMinor: number
  /** The part that bills may still use, without credit of rewards that were cancelled since. */
  readonly lots: readonly CreditLot[]
}

/** The credit that is reserved for the next bill of each subscription, without that on an earlier unpaid bill. */
export function openReservations(
  open: readonly OpenReservationRow[],
  seen: readonly ProcessorSubscription[],
): ReadonlyMap<string, ReservedCredit> {
  const reserved = new Map<string, ReservedCredit>()
  for (const row of open) {
    const subscription = seen.find((it) => it.id === row.subscription_id)
    if (subscription !== undefined && unpaidStateOf(billOf(row), subscription) !== null) continue
    const before = reserved.get(row.subscription_id) ?? { totalMinor: 0, lots: [] }
    reserved.set(row.subscription_id, {
      totalMinor: before.totalMinor + reservedAmount(reservationOf(row)),
      lots: [...before.lots, ...row.lots],
    })
  }
  return reserved
}

/** The claims of reserved credit by requests, per unit. */
export function claimedCredit(open: readonly ReservationRow[], now: number): Map<string, number> {
  const claimed = new Map<string, number>()
  for (const { currency, claimed_minor, claimed_until } of open) {
    if (claimed_until === null || claimed_until <= now || claimed_minor === 0) continue
    claimed.set(currency, (claimed.get(currency) ?? 0) + claimed_minor)
  }
  return claimed
}

/**
 * Takes the credit that the bills use and that is not reserved yet. What they do not use any more, what was revoked and what
 * expires before the bill is kept until the processor takes off no more.
 */
export async function reserveCredit(
  tx: Transaction,
  account: AccountKey,
  open: readonly OpenReservationRow[],
  bills: readonly { readonly bill: BillDiscount; readonly cycle: number }[],
): Promise<void> {
  for (const { bill, cycle } of bills) {
    if (bill.bill === null) continue
    const known = open.find((it) => it.subscription_id === bill.subscriptionId && it.cycle === cycle)
    if (known === undefined && bill.creditMinor === 0) continue
    const row = { ...(known ?? newRow(tx, account, bill, cycle)), ...termsOf(bill) }
    const reserved = reservedAmount(reservationOf(row))
    const useless = known === undefined ? 0 : reserved - sumOfLots(validLots(known.lots, bill.bill))
    const wanted = Math.max(bill.creditMinor + useless, reserved)
    const missing = wanted - reserved
    const { until } = bill.bill
    const selection = {
      account,
      unit: bill.expected.currency,
      now: tx.now,
      after: Math.max(tx.now, until - 1),
    }
    const more = missing === 0 ? [] : await lockCredits(tx, selection, missing, MAX_CREDITS)
    const times = { now: tx.now, bill: bill.bill }
    await change(tx, row, more, (it, credits) => resize(it, credits, wanted, times))
  }
}

/** Gives back what a bill does not use, once the processor takes off no more. */
export async function releaseCredit(
  tx: Transaction,
  account: AccountKey,
  bill: BillDiscount,
  cycle: number,
): Promise<void> {
  const open = await loadOpenReservations(tx, account)
  const row = open.find((it) => it.subscription_id === bill.subscriptionId && it.cycle === cycle)
  if (row === undefined || reservedAmount(reservationOf(row)) <= bill.creditMinor) return
  const owed = await loadShareDebts(tx, account)
  const times = { now: tx.now, bill: bill.bill, areSharesOwed: owed.length > 0 }
  await change(tx, row, [], (it, credits) => resize(it, credits, bill.creditMinor, times))
  enqueueJobs(
    tx,
    owed.map((it) => ({ kind: 'SETTLE_SHARES', subject: it.user })),
  )
}

type Credits = Parameters<typeof resize>[1]

async function change(
  tx: Transaction,
  row: ReservationRow,
  more: readonly RewardRow[],
  decide: (reservation: CreditReservation, credits: Credits) => ReservationChange,
): Promise<void> {
  const taken = row.parts.map((it) => it.rewardId as RewardId)
  const locked = taken.length === 0 ? [] : await lockRewards(tx, taken)
  const rows = new Map([...locked, ...more].map((it) => [String(it.id), it]))
  const credits = [...rows].map(([id, it]) => ({ id, reward: rewardOf(it) }))
  const { reservation, rewards, entries } = decide(reservationOf(row), credits)
  const rowOf = (id: string) => {
    const found = rows.get(id)
    if (found === undefined) throw new Error('reward of a reservation not found')
    return found
  }
  const owned = rewards.map(({ id, reward }) => ({ row: rowOf(id), reward }))
  if (owned.length > 0) changeRewards(tx, owned)
  const written = entries.flatMap(({ rewardId, ...entry }) => {
    const it = rowOf(rewardId)
    return ownedEntries([entry], { account: it.account_id, rewardId: it.id, reward: rewardOf(it) }, tx.newId)
  })
  if (written.length > 0) insertEntries(tx, written)
  const { parts, changes, isOpen } = reservation
  saveReservations(tx, [{ ...row, parts: [...parts], changes, is_open: isOpen }])
  const isBilled = row.is_open && !isOpen && reservedAmount(reservation) > 0
  if (!isBilled && written.length === 0) return
  const about = { account: row.account_id, resourceId: row.id }
  const outcome: Outcome = isBilled
    ? { ...about, type: 'reward.redeemed', reason: 'BILLED' }
    : { ...about, type: 'reward.balance.changed', reason: 'CREDIT_RESERVED' }
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'processor', outcome }])
}

function reservationOf(row: ReservationRow): CreditReservation {
  const bill = `${row.subscription_id}:${row.cycle}`
  return { bill, parts: row.parts, changes: row.changes, isOpen: row.is_open }
}

function billOf(row: ReservationRow) {
  return {
    cycle: row.cycle,
    date: row.bill_date,
    percentageMinor: row.percentage_minor,
    creditMinor: reservedAmount(reservationOf(row)),
    parts: row.parts,
  }
}

function newRow(tx: Transaction, account: AccountKey, bill: BillDiscount, cycle: number): ReservationRow {
  return {
    id: tx.newId<string>(),
    account_id: account,
    subscription_id: bill.subscriptionId,
    cycle,
    currency: bill.expected.currency,
    parts: [],
    changes: 0,
    is_open: true,
    claimed_minor: 0,
    claimed_until: null,
    created_at: tx.now,
    ...termsOf(bill),
  }
}

function termsOf({ bill, percentageMinor }: BillDiscount) {
  const at = bill?.from ?? 0
  return { bill_date: dayOf(at), bill_at: at, percentage_minor: percentageMinor }
}
