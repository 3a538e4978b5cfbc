import type { Turn } from '@goodword/domain/bills/queue-turns'
import { type CreditLot, sumOfLots } from '@goodword/domain/rewards/credit-lots'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { loadPastTurns } from '../../referring/rewards/read-turn.ts'
import { findNextGrant, loadBalances } from '../../referring/rewards/rows/account-discounts.ts'
import { loadCreditLots } from '../../referring/rewards/rows/credits.ts'
import { loadPercentages, type PercentageRow } from '../../referring/rewards/rows/percentages.ts'
import { loadShareDebts } from '../rows/friend-payments.ts'
import {
  claimedCredit,
  MAX_CREDITS,
  type SettledReservations,
  settleReservations,
} from './bill-reservations.ts'
import type { Billing } from './read-billing.ts'

/** The rewards of an account for its next bills. */
export type BilledRewards = SettledReservations & {
  readonly percentages: readonly PercentageRow[]
  /** When those that are queued were used by their time, as long as no bills were seen. */
  readonly turns: readonly Turn[]
  /** Credit per unit that is neither spent nor reserved. */
  readonly credits: ReadonlyMap<string, readonly CreditLot[]>
  /** Credit per unit that no bill takes: requests redeem it, or it pays back shares of payments that were given back. */
  readonly claimed: ReadonlyMap<string, number>
  /** When the next reward is given, such as credit that is held; null when there is none. */
  readonly nextGrantAt: number | null
}

/** A reward that ended a little before its last bill's time of day was learnt still counts for that bill's date. */
const DAY_MS = 86_400_000

/** Reads what the account has, once the credit of bills that were made is settled. */
export async function readRewards(
  tx: Transaction,
  account: { readonly key: AccountKey; readonly id: AccountId },
  { evidence, isDisconnecting, capabilities: { standing, bills } }: Billing,
): Promise<BilledRewards> {
  const settled = await settleReservations(tx, account.key, evidence.subscriptions, bills === 'DRAFT')
  const claimed = claimedCredit(settled.open, tx.now)
  const none = {
    ...settled,
    turns: [],
    credits: new Map<string, readonly CreditLot[]>(),
    claimed,
    nextGrantAt: null,
  }
  if (isDisconnecting) return { ...none, percentages: [] }
  const [percentages, balances, nextGrantAt] = await Promise.all([
    loadPercentages(tx, account.key, tx.now - DAY_MS),
    loadBalances(tx, [account.id]),
    findNextGrant(tx, account.key),
  ])
  const turns = await loadPastTurns(tx, account.key, percentages)
  // A share of the bill cannot say an amount: the credit stays the account's.
  if (standing === 'RATE' && bills === 'STANDING') return { ...none, percentages, turns }
  const units = new Set(balances.filter((it) => it.reward_type === 'CREDIT').map(({ unit }) => unit))
  const credits = await loadCreditLots(tx, account.key, [...units], MAX_CREDITS)
  for (const { currency, debt_minor, reserved_minor } of await loadShareDebts(tx, account.key)) {
    const owed = Math.min(debt_minor, reserved_minor)
    // Free credit of other sources would stand in for it, and is used again once this is taken back.
    const free = owed === 0 ? 0 : sumOfLots(credits.get(currency) ?? [])
    claimed.set(currency, (claimed.get(currency) ?? 0) + owed + free)
  }
  return { ...none, percentages, turns, credits, nextGrantAt }
}
