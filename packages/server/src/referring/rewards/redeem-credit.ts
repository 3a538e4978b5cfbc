import { Refusal } from '@goodword/contract/frame/refusal'
import type { CreditRedemption } from '@goodword/contract/rewards/credit-redemption'
import { redemptionEntries } from '@goodword/domain/rewards/ledger'
import { redeem, type Taking } from '@goodword/domain/rewards/redemption'
import { amountOf } from '@goodword/domain/rewards/reward'
import type { AccountId, AccountKey, EventId, ProviderId, TenantId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { reportBusiness } from '../../engine/signals/business-events.ts'
import type { OptionalReason } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import type { RunCustomer } from '../../frame/jobs/run-now.ts'
import { lockAccount } from '../../tracking/erased/erased-account.ts'
import type { AccountRow } from '../../tracking/rows/accounts.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { changeRewards, type RewardRow, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { type Claim, claimCredit, endClaims } from './claim-credit.ts'
import { type CreditSelection, lockCredits, sumCredits } from './rows/credits.ts'
import { findRedemptionOfRequest, insertRedemption, type RedemptionRow } from './rows/redemptions.ts'

/** An amount of credit to spend, in the smallest pieces of its unit; the same request spends it once. */
export type Spending = {
  readonly requestKey: string
  readonly accountId: AccountId
  readonly unit: string
  readonly amount: number
  /** Who redeems it, and why if the request says so. */
  readonly by: OptionalReason
}

/** An entry of the audit log names the first of the rewards that a redemption takes. */
const MAX_NAMED = 20
/** More would take longer than a request may, with the entries that are written for each. */
export const MAX_CREDITS = 5_000

/** Requests have 15 s in all. */
const LOWERED_MS = 5_000

/**
 * Redeems the whole amount or nothing. Credit that only stands by for a bill is taken off that bill at the payment processor first.
 *
 * Throws a Refusal ACCOUNT_NOT_FOUND, INSUFFICIENT_CREDIT, CREDIT_BEING_BILLED, PROCESSOR_UNAVAILABLE if the processor did not
 * lower its discount in time, or VALIDATION_FAILED for an amount that takes more credits than one redemption may.
 */
export async function redeemCredit(
  ctx: Context,
  tenantId: TenantId,
  spending: Spending,
  runCustomer: RunCustomer,
): Promise<CreditRedemption> {
  const first = await ctx.writeTenant(tenantId, (tx) => attempt(tx, ctx, spending, claimFor))
  if (first.kind === 'SPENT') return redemptionOf(first.row)
  await runCustomer(tenantId, first.customerId, AbortSignal.timeout(LOWERED_MS))
  const second = await ctx.writeTenant(tenantId, (tx) =>
    attempt(
      tx,
      ctx,
      spending,
      async (it, selection) => {
        // The bill is to have its credit again.
        enqueueCustomers(it, [selection.account])
        return { kind: 'NOT_LOWERED' } as const
      },
      first.claims,
    ),
  )
  if (second.kind === 'SPENT') return redemptionOf(second.row)
  const message =
    'The credit is to be taken off the next bill, and the payment processor could not be asked to change that. Nothing was redeemed. Try again later.'
  throw new Refusal('PROCESSOR_UNAVAILABLE', message)
}

function redemptionOf({ id, unit, amount, available }: RedemptionRow): CreditRedemption {
  return { creditRedeemed: amount, creditAvailable: available, unit, redemptionId: id }
}

type Claimed = {
  readonly kind: 'CLAIMED'
  readonly claims: readonly Claim[]
  readonly customerId: ProviderId
}

/** Spends the amount, unless the free credit of the account is less: then what is `missing` is dealt with. */
async function attempt<Missing>(
  tx: Transaction,
  ctx: Context,
  spending: Spending,
  onMissing: (tx: Transaction, selection: CreditSelection, missing: Lacking) => Promise<Missing>,
  claims: readonly Claim[] = [],
): Promise<Missing | { readonly kind: 'SPENT'; readonly row: RedemptionRow }> {
  const known = await findRedemptionOfRequest(tx, spending.requestKey)
  if (known !== null) return { kind: 'SPENT', row: known }
  const { now, newId } = tx
  const { accountId, unit, amount } = spending
  // The account before its rewards, in the same order as tracking, so that there are no deadlocks.
  const account = await lockAccount(tx, accountId)
  if (account === null) {
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  }
  const selection = { account: account.id, unit, now }
  if (claims.length > 0) await endClaims(tx, selection, claims)
  const { takings, available } = await take(tx, selection, amount)
  if (takings === null) return onMissing(tx, selection, { account, available, amount })
  const row = { id: newId<string>(), unit, amount, available: available - amount }
  insertRedemption(tx, row, account.id, spending.requestKey)
  record(tx, row.id, account.id, takings, spending.by)
  const rewardIds = takings.slice(0, MAX_NAMED).map((it) => it.id.id)
  noteRequest(tx, ctx, { redemptionId: row.id, accountKey: account.id, unit, amount, rewardIds })
  return { kind: 'SPENT', row }
}

type Lacking = { readonly account: AccountRow; readonly available: number; readonly amount: number }

async function claimFor(
  tx: Transaction,
  selection: CreditSelection,
  { account, available, amount }: Lacking,
): Promise<Claimed> {
  const { provider_id: customerId } = account
  const claims =
    customerId === null ? null : await claimCredit(tx, selection, { amount, missing: amount - available })
  if (claims !== null && customerId !== null) return { kind: 'CLAIMED', claims, customerId }
  const message = `Insufficient credit: the account has ${available} ${selection.unit}, and ${amount} was requested. Nothing was redeemed.`
  throw new Refusal('INSUFFICIENT_CREDIT', message, 'amount')
}

/**
 * Locks and takes no more credits than the amount needs: an account may have any number of them. When one of them is
 * cancelled meanwhile, others are taken in its place. Takes nothing where they come to less.
 */
async function take(
  tx: TenantTx,
  selection: CreditSelection,
  amount: number,
): Promise<{ takings: readonly Taking<RewardRow>[] | null; available: number }> {
  const { unit, now } = selection
  for (;;) {
    const [rows, available] = await Promise.all([
      lockCredits(tx, selection, amount, MAX_CREDITS),
      sumCredits(tx, selection),
    ])
    const credits = rows.map((row) => ({ id: row, reward: rewardOf(row) }))
    const takings = redeem(credits, amount, now)
    if (takings !== null) return { takings, available }
    if (available < amount) return { takings: null, available }
    if (rows.length === MAX_CREDITS) {
      const most = credits.reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
      const message = `One request can use at most ${MAX_CREDITS} rewards, and the first ${MAX_CREDITS} to expire total ${most} ${unit}. Nothing was redeemed. Redeem at most ${most}, then the rest with another request.`
      throw new Refusal('VALIDATION_FAILED', message, 'amount')
    }
  }
}

function record(
  tx: Transaction,
  redemptionId: string,
  account: AccountKey,
  takings: readonly Taking<RewardRow>[],
  { text, author, actor }: OptionalReason,
): void {
  const { now, newId } = tx
  const entries = takings.flatMap(({ id: row, reward, taken }) =>
    ownedEntries(
      redemptionEntries(redemptionId, row.id, reward, taken, now),
      { account, rewardId: row.id, reward },
      newId,
    ),
  )
  const spent = takings.map(({ id: row, reward }) => ({ row, reward }))
  changeRewards(tx, spent)
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
