import { Refusal } from '@goodword/contract/refusal'
import { redemptionEntries } from '@goodword/domain/rewards/ledger'
import { redeem, type Taking } from '@goodword/domain/rewards/redemption'
import { amountOf } from '@goodword/domain/rewards/reward'
import type { AccountId, AccountKey, EventId, TenantId } from '@goodword/domain/values/ids'
import { reportBusiness } from '../../../platform/business-events.ts'
import type { TenantTx } from '../../../store/driver/tenant-tx.ts'
import { insertEvents } from '../../../store/events/events.ts'
import { loadOpenReservations, type ReservationRow } from '../../../store/ledger/credit-reservations.ts'
import { type CreditSelection, lockCredits, sumCredits } from '../../../store/ledger/credits.ts'
import { insertEntries, ownedEntries } from '../../../store/ledger/entries.ts'
import {
  findRedemptionOfRequest,
  insertRedemption,
  type RedemptionRow,
} from '../../../store/ledger/redemptions.ts'
import { type RewardRow, rewardOf, updateRewards } from '../../../store/ledger/rewards.ts'
import { noteRequest } from '../../foundation/audit/note-request.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { lockAccount } from '../../foundation/erased/erased-account.ts'
import type { OptionalReason } from '../accounts/personal-reason.ts'

/** An amount of credit to spend, in the smallest pieces of its unit; the same request spends it once. */
export type Spending = {
  readonly requestKey: string
  readonly accountId: AccountId
  readonly unit: string
  readonly amount: number
  /** Who redeems it, and why if the request says so. */
  readonly by: OptionalReason
}

export type Redemption = {
  readonly id: string
  readonly unit: string
  readonly redeemed: number
  /** The remaining balance of the unit. */
  readonly available: number
}

/** An entry of the audit log names the first of the rewards that a redemption takes. */
const MAX_NAMED = 20
/** More would take longer than a request may, with the entries that are written for each. */
export const MAX_CREDITS = 5_000

/**
 * Throws a Refusal ACCOUNT_NOT_FOUND, INSUFFICIENT_CREDIT, or VALIDATION_FAILED for an amount that takes more credits than
 * one redemption may: the whole amount or nothing.
 */
export async function redeemCredit(
  ctx: Context,
  tenantId: TenantId,
  spending: Spending,
): Promise<Redemption> {
  const row = await ctx.writeTenant(
    tenantId,
    async (tx) =>
      (await findRedemptionOfRequest(tx, spending.requestKey)) ?? (await spend(tx, ctx, spending)),
  )
  return { id: row.id, unit: row.unit, redeemed: row.amount, available: row.available }
}

async function spend(tx: Transaction, ctx: Context, spending: Spending): Promise<RedemptionRow> {
  const { now, newId } = tx
  const { accountId, unit, amount } = spending
  // The account before its rewards, in the same order as tracking, so that there are no deadlocks.
  const account = await lockAccount(tx, accountId)
  if (account === null) {
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  }
  const { takings, available } = await take(tx, { account: account.id, unit, now }, amount)
  const row = { id: newId<string>(), unit, amount, available: available - amount }
  insertRedemption(tx, row, account.id, spending.requestKey)
  record(tx, row.id, account.id, takings, spending.by)
  const rewardIds = takings.slice(0, MAX_NAMED).map((it) => it.id.id)
  noteRequest(tx, ctx, { redemptionId: row.id, accountKey: account.id, unit, amount, rewardIds })
  return row
}

/**
 * Locks and takes no more credits than the amount needs: an account may have any number of them. When one of them is
 * cancelled meanwhile, others are taken in its place.
 */
async function take(
  tx: TenantTx,
  selection: CreditSelection,
  amount: number,
): Promise<{ takings: readonly Taking<RewardRow>[]; available: number }> {
  const { unit, now } = selection
  for (;;) {
    const [rows, available] = await Promise.all([
      lockCredits(tx, selection, amount, MAX_CREDITS),
      sumCredits(tx, selection),
    ])
    const credits = rows.map((row) => ({ id: row, reward: rewardOf(row) }))
    const takings = redeem(credits, amount, now)
    if (takings !== null) return { takings, available }
    if (available < amount) {
      const reserved = reservedText(await loadOpenReservations(tx, selection.account), unit)
      const message = `Insufficient credit: the account has ${available} ${unit}, and ${amount} was requested. ${reserved}Nothing was redeemed.`
      throw new Refusal('INSUFFICIENT_CREDIT', message, 'amount')
    }
    if (rows.length === MAX_CREDITS) {
      const most = credits.reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
      const message = `One request can use at most ${MAX_CREDITS} rewards, and the first ${MAX_CREDITS} to expire total ${most} ${unit}. Nothing was redeemed. Redeem at most ${most}, then the rest with another request.`
      throw new Refusal('VALIDATION_FAILED', message, 'amount')
    }
  }
}

/** What lies on bills that are not made yet, as sentences. */
function reservedText(open: readonly ReservationRow[], unit: string): string {
  return open
    .filter((it) => it.currency === unit)
    .map(({ parts, ...it }) => ({ ...it, amount: parts.reduce((sum, part) => sum + part.amount, 0) }))
    .filter((it) => it.amount > 0)
    .map((it) => `Another ${it.amount} ${unit} is reserved for the bill of ${it.bill_date}. `)
    .join('')
}

function record(
  tx: Transaction,
  redemptionId: string,
  account: AccountKey,
  takings: readonly Taking<RewardRow>[],
  { text, author, actor }: OptionalReason,
): void {
  const { now, newId } = tx
  const spent = takings.map(({ id: row, reward }) => ({
    id: row.id,
    account: row.account_id,
    participant: row.participant_id,
    referral: row.referral_id,
    reward,
  }))
  const entries = takings.flatMap(({ id: row, reward, taken }) =>
    ownedEntries(
      redemptionEntries(redemptionId, row.id, reward, taken, now),
      { account, rewardId: row.id, reward },
      newId,
    ),
  )
  updateRewards(tx, spent)
  insertEntries(tx, entries)
  const outcome = {
    type: 'reward.redeemed',
    reason: 'REDEEMED',
    account,
    resourceId: redemptionId,
  } as const
  insertEvents(tx, [{ id: newId<EventId>(), actor, outcome, note: { text, author } }])
  const [first] = takings
  if (first === undefined) return
  const { type } = first.reward.spec
  tx.afterCommit(() => reportBusiness([{ kind: 'credit redeemed', type }]))
}
