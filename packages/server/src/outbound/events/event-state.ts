import { isCreditType } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import { findBills, type ListedBillRow } from '../../billing/rows/bills.ts'
import type { ListedDiscountRow } from '../../billing/rows/subscriptions.ts'
import type { Transaction } from '../../frame/context.ts'
import { findReferrals, type ListedReferralRow } from '../../referring/referrals/rows/referral-list.ts'
import { loadBalances } from '../../referring/rewards/rows/account-discounts.ts'
import { type ListedRewardRow, loadRewards } from '../../referring/rewards/rows/reward-list.ts'
import type { EventRow } from './rows/account-events.ts'
import {
  loadDiscounts,
  loadRedemptions,
  loadReservations,
  type SpentCreditRow,
} from './rows/event-records.ts'

/** The records that events are about, as they are now, by their IDs. */
export type EventState = {
  readonly now: number
  readonly referrals: ReadonlyMap<string, ListedReferralRow>
  readonly rewards: ReadonlyMap<string, ListedRewardRow>
  readonly discounts: ReadonlyMap<string, ListedDiscountRow>
  readonly bills: ReadonlyMap<string, ListedBillRow>
  /** Redemptions, and credit that bills use. */
  readonly spent: ReadonlyMap<string, SpentCreditRow>
  /** The balance of an account in a unit. */
  readonly balanceOf: (account: AccountKey, unit: string) => number
}

/** Reads the records of all the events, each table once: so events about one record show one state of it. */
export async function loadEventState(tx: Transaction, events: readonly EventRow[]): Promise<EventState> {
  const [referrals, rewards, discounts, bills, redemptions, reservations] = await Promise.all([
    findReferrals(tx, idsOf(events, isAboutReferral, 'referral_id')),
    loadRewards(tx, idsOf(events, isAboutReward, 'reward_id')),
    loadDiscounts(tx, idsOf(events, isAboutDiscount, 'resource_id')),
    findBills(tx, idsOf(events, isAboutBill, 'resource_id')),
    loadRedemptions(tx, idsOf(events, isRedemption, 'resource_id')),
    loadReservations(tx, idsOf(events, isOfBill, 'resource_id')),
  ])
  const spent = [...redemptions, ...reservations]
  return {
    now: tx.now,
    referrals: new Map(referrals.map((row) => [row.id, row])),
    rewards: new Map(rewards.map((row) => [row.id, row])),
    discounts: new Map(discounts.map((row) => [row.id, row])),
    bills: new Map(bills.map((row) => [row.id, row])),
    spent: new Map(spent.map((row) => [row.id, row])),
    balanceOf: await loadCredits(tx, [...rewards.filter((it) => isCreditType(it.type)), ...spent]),
  }
}

const isAboutReferral = ({ type }: EventRow) => type.startsWith('referral.')
const isAboutReward = ({ reward_id }: EventRow) => reward_id !== null
const isAboutDiscount = ({ type }: EventRow) => type.startsWith('discount.')
const isAboutBill = ({ type }: EventRow) => type.startsWith('bill.')
const isRedemption = ({ reason }: EventRow) => reason === 'REDEEMED'
/** Whether an event is about credit that is reserved for a bill. */
const isOfBill = ({ reason }: EventRow) => reason === 'BILLED' || reason === 'CREDIT_RESERVED'

type IdColumn = 'referral_id' | 'reward_id' | 'resource_id'

function idsOf<Column extends IdColumn>(
  events: readonly EventRow[],
  isWanted: (event: EventRow) => boolean,
  column: Column,
): NonNullable<EventRow[Column]>[] {
  return [...new Set(events.filter(isWanted).flatMap((it) => it[column] ?? []))]
}

type Owned = Pick<SpentCreditRow, 'account_id' | 'account'>

async function loadCredits(tx: Transaction, owned: readonly Owned[]): Promise<EventState['balanceOf']> {
  const keys = new Map(owned.map((it) => [it.account, it.account_id]))
  const balances = new Map<string, number>()
  const rows = keys.size === 0 ? [] : await loadBalances(tx, [...keys.keys()])
  for (const row of rows) {
    if (!isCreditType(row.reward_type)) continue
    const key = `${keys.get(row.external_id)} ${row.unit}`
    balances.set(key, (balances.get(key) ?? 0) + row.amount)
  }
  return (account, unit) => balances.get(`${account} ${unit}`) ?? 0
}
