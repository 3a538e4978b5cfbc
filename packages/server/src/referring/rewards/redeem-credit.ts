import { Refusal } from '@goodword/contract/frame/refusal'
import type { CreditRedemption } from '@goodword/contract/rewards/credit-redemption'
import { sumOfLots, validLots } from '@goodword/domain/rewards/credit-lots'
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
import {
  loadOpenReservations,
  type OpenReservationRow,
  saveReservations,
} from './rows/credit-reservations.ts'
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
 * @throws Refusal ACCOUNT_NOT_FOUND, INSUFFICIENT_CREDIT, CREDIT_BEING_BILLED, PROCESSOR_UNAVAILABLE if the processor did not
 * lower its discount in time, or VALIDATION_FAILED for an amount that takes more credits than one redemption may
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

/** Spends the amount, unless the free credit of the account is less: then `onMissing` handles the difference. */
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

/** So long before a bill its credit is not redeemed any more. */
const BILLED_MS = 3_600_000
/** A claim of a request that was interrupted ends by itself. */
const CLAIM_MS = 60_000

/** A request's claim of the credit that is reserved for the next bill of each subscription. */
type Claim = { readonly id: string; readonly minor: number }

/**
 * Claims an amount that needs more than the free credit: the `missing` part only stands by for bills that are not made yet, so
 * the customer's job lowers their discounts by it. The last bills come first. Null where there is not so much.
 *
 * @throws Refusal CREDIT_BEING_BILLED where there would be with the credit of a bill that is made within the hour
 */
async function claimCredit(
  tx: Transaction,
  { account, unit }: CreditSelection,
  { amount, missing: minor }: { readonly amount: number; readonly missing: number },
): Promise<readonly Claim[] | null> {
  const open = (await loadOpenReservations(tx, account)).filter((it) => it.currency === unit)
  const [billed, standing] = [
    open.filter((it) => isBeingBilled(it, tx.now)),
    open.filter((it) => !isBeingBilled(it, tx.now)),
  ]
  const claims: Claim[] = []
  let missing = minor
  for (const row of standing.toSorted((one, other) => other.bill_at - one.bill_at)) {
    const taken = Math.min(missing, claimable(row, tx.now))
    if (taken === 0) continue
    missing -= taken
    // No bill takes the free part either.
    claims.push({ id: row.id, minor: taken + (claims.length === 0 ? amount - minor : 0) })
  }
  if (missing === 0) {
    change(tx, standing, claims, 1)
    enqueueCustomers(tx, [account])
    return claims
  }
  const onBills = billed.reduce((sum, it) => sum + validMinor(it, tx.now), 0)
  if (onBills >= missing) throw beingBilled(billed, unit)
  return null
}

/** Ends the claims of a request, whatever came of them. */
async function endClaims(
  tx: Transaction,
  { account, unit }: CreditSelection,
  claims: readonly Claim[],
): Promise<void> {
  const open = (await loadOpenReservations(tx, account)).filter((it) => it.currency === unit)
  change(tx, open, claims, -1)
}

function change(
  tx: Transaction,
  open: readonly OpenReservationRow[],
  claims: readonly Claim[],
  sign: 1 | -1,
): void {
  const rows = claims.flatMap(({ id, minor }) => {
    const row = open.find((it) => it.id === id)
    if (row === undefined) return []
    const { lots: _, ...stored } = row
    const claimed_minor = Math.max(0, claimedMinor(row, tx.now) + sign * minor)
    const claimed_until = sign === 1 ? tx.now + CLAIM_MS : row.claimed_until
    return [{ ...stored, claimed_minor, claimed_until: claimed_minor === 0 ? null : claimed_until }]
  })
  saveReservations(tx, rows)
}

function isBeingBilled({ bill_at }: OpenReservationRow, now: number): boolean {
  return bill_at - BILLED_MS <= now
}

function claimable(row: OpenReservationRow, now: number): number {
  return Math.max(0, validMinor(row, now) - claimedMinor(row, now))
}

/** The part of the reservation that has not expired. */
function validMinor({ lots }: OpenReservationRow, now: number): number {
  return sumOfLots(validLots(lots, { until: now + 1 }))
}

function claimedMinor({ claimed_minor, claimed_until }: OpenReservationRow, now: number): number {
  return claimed_until !== null && claimed_until > now ? claimed_minor : 0
}

function beingBilled(billed: readonly OpenReservationRow[], unit: string): Refusal {
  const bills = billed.map(
    (it) => `${validMinor(it, it.bill_at - BILLED_MS)} ${unit} is on the bill of ${it.bill_date}`,
  )
  const message = `The credit is being taken off a bill: ${bills.join(', ')}. Nothing was redeemed. What the bill does not use can be redeemed once it is paid.`
  return new Refusal('CREDIT_BEING_BILLED', message, 'amount')
}
