import { Refusal } from '@goodword/contract/frame/refusal'
import type { Reason } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { UsedCode } from '@goodword/domain/referrals/used-code'
import { type AccountDiscount, accountDiscount, ratesBySource } from '@goodword/domain/rewards/discount'
import { isCreditType, QUEUED_PERCENT, type RewardSource } from '@goodword/domain/rewards/reward'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { type PresentableName, presentableNames } from '@goodword/domain/values/presentable-name'
import { NO_RATE, type Rate, rateFromPercent } from '@goodword/domain/values/rate'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { sharedRead } from '../../frame/shared-read.ts'
import { readErasedAccount, readErasedCode } from '../../tracking/erased/erased-account.ts'
import { lookUpUsedCode, refuseNoCode, type UsedCodeLookUp } from '../codes/look-up-codes.ts'
import { noteLedgerLength } from './close-ledger.ts'
import { readTurn } from './read-turn.ts'
import {
  type BalanceRow,
  type DiscountAccountRow,
  loadBalances,
  loadDiscountAccounts,
} from './rows/account-discounts.ts'

/** The effect of an account's rewards on its next bill. */
export type NextBillDiscount = {
  readonly discount: AccountDiscount
  readonly discountId: string
  readonly referrerName: PresentableName | null
  readonly credits: readonly Credit[]
  readonly currency: Currency
  /** Only with a code: whether it applies, and the reason if not. */
  readonly coupon: { readonly applies: boolean; readonly reason: Reason | null } | null
}

/** A balance of a unit, in its smallest pieces. */
export type Credit = { readonly unit: string; readonly available: number }

type Bill = {
  readonly row: DiscountAccountRow
  readonly balances: readonly BalanceRow[]
  readonly settings: FullSettings
}

/**
 * Reads the discount of an account; with a code also the discount if that code were used, by the rules of
 * attribution and without changing anything.
 */
export async function readAccountDiscount(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  coupon: UsedCode | null,
): Promise<NextBillDiscount> {
  const [bill, used] = await Promise.all([
    readBill(ctx, tenantId, accountId),
    coupon === null ? null : lookUpUsedCode(ctx, tenantId, coupon),
  ])
  if (bill !== null) noteLedgerLength(ctx, tenantId, bill.row.external_id, entriesOf(bill))
  if (used === null) {
    if (bill === null) {
      const message = `No such account: ${accountId}. Create it with POST accountsync first, or add couponCode to preview a code.`
      throw new Refusal('ACCOUNT_NOT_FOUND', message, 'accountId')
    }
    return { ...discountOf(bill), coupon: null }
  }
  refuseNoCode(used, 'couponCode')
  if (bill !== null && (await isOwnCode(ctx, tenantId, bill, used.code))) {
    const reason = isOfExistingCustomer(bill.row) ? 'EXISTING_CUSTOMER' : null
    return { ...discountOf(bill), coupon: { applies: reason === null, reason } }
  }
  const closed = bill === null ? null : closedReason(bill.row)
  if (bill !== null && closed !== null) {
    return { ...discountOf(bill), coupon: { applies: false, reason: closed } }
  }
  return whatIf(bill, used)
}

/** The processor showed a payment from before the attribution, which ended the referral. */
function isOfExistingCustomer({ paid_at, started_at, converted_at, ended_at }: DiscountAccountRow): boolean {
  const isEndedUnconverted = ended_at !== null && converted_at === null
  return isEndedUnconverted && paid_at !== null && started_at !== null && paid_at <= started_at
}

/** Whether a code is the stored one, which is a placeholder once the person who shared it was erased. */
async function isOwnCode(
  ctx: Context,
  tenantId: TenantId,
  { row }: Bill,
  couponCode: ReferralCode | null,
): Promise<boolean> {
  if (row.code === null || row.code === couponCode) return row.code !== null
  if (couponCode === null) return false
  return (await readErasedCode(ctx, tenantId, couponCode)) === row.code
}

async function readBill(ctx: Context, tenantId: TenantId, accountId: AccountId): Promise<Bill | null> {
  const bill = await sharedRead(ctx, tenantId, accountId, loadBills)
  if (bill !== null) return withTurn(ctx, tenantId, bill)
  const erased = await readErasedAccount(ctx, tenantId, accountId)
  return erased === null ? null : withTurn(ctx, tenantId, await sharedRead(ctx, tenantId, erased, loadBills))
}

async function loadBills(tx: Transaction, ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Bill>> {
  const [rows, balances, program] = await Promise.all([
    loadDiscountAccounts(tx, ids),
    loadBalances(tx, ids),
    loadProgram(tx),
  ])
  const settings = settingsOf(program.settings)
  const byAccount = Map.groupBy(balances, (it) => it.external_id)
  return new Map(
    rows.map((row) => [row.external_id, { row, settings, balances: byAccount.get(row.external_id) ?? [] }]),
  )
}

/** Few accounts have a queue, so that it is read only for those. */
async function withTurn(ctx: Context, tenantId: TenantId, bill: Bill | null): Promise<Bill | null> {
  if (bill === null) return null
  const isQueue = ({ unit, amount }: BalanceRow) => unit === QUEUED_PERCENT && amount > 0
  if (!bill.balances.some(isQueue)) return bill
  const turn = await ctx.readTenant(tenantId, (tx) => readTurn(tx, bill.row.id))
  const added = bill.balances.filter((it) => it.unit !== QUEUED_PERCENT)
  if (turn === null) return { ...bill, balances: added }
  const { source: reward_source, amount } = turn
  const { external_id } = bill.row
  const balance = {
    external_id,
    reward_source,
    reward_type: 'PCT_DISCOUNT',
    unit: '%',
    amount,
    entries: 0,
  } as const
  return { ...bill, balances: [...added, balance] }
}

function entriesOf({ balances }: Bill): number {
  return balances.reduce((sum, it) => sum + it.entries, 0)
}

function discountOf({ row, balances, settings }: Bill): Omit<NextBillDiscount, 'coupon'> {
  return {
    discount: accountDiscount(ratesOf(balances)),
    discountId: settings.processorDiscountId,
    referrerName: presentableNames({
      firstName: row.referrer_first_name,
      lastName: row.referrer_last_name,
      isConfirmed: row.referrer_is_confirmed,
    }).short,
    credits: creditsOf(balances),
    currency: row.currency ?? settings.currency,
  }
}

/** The discount that an account that can still be referred would get with this code. */
function whatIf(bill: Bill | null, { found, code: couponCode }: UsedCodeLookUp): NextBillDiscount {
  if (found.fault !== null) {
    const message = `${couponCode ?? 'The code'} is not a valid referral code of this program. Check the spelling, and that the code is not disabled or expired.`
    throw new Refusal('REFERRAL_CODE_NOT_FOUND', message, 'couponCode')
  }
  const { code, settings } = found
  if (bill !== null && bill.row.id === code.ownerAccount) {
    const message = `The code ${couponCode} belongs to a user of this account. An account cannot refer itself.`
    throw new Refusal('SELF_REFERRAL', message, 'couponCode')
  }
  const rates = ratesOf(bill?.balances ?? [])
  const friend = settings.referredReward
  const percent = friend?.type === 'PCT_DISCOUNT' ? friend.discountPercent : 0
  return {
    discount: accountDiscount({ ...rates, REFERRED: rateFromPercent(percent) ?? NO_RATE }),
    discountId: settings.processorDiscountId,
    referrerName: code.referrerName,
    credits: creditsOf(bill?.balances ?? []),
    currency: bill?.row.currency ?? settings.currency,
    coupon: { applies: true, reason: null },
  }
}

function closedReason(row: DiscountAccountRow): Reason | null {
  if (row.code !== null) return 'ALREADY_REFERRED'
  if (row.paid_at !== null) return 'EXISTING_CUSTOMER'
  return row.blocked_at === null ? null : 'ACCOUNT_BLOCKED'
}

function ratesOf(balances: readonly BalanceRow[]): Record<RewardSource, Rate> {
  const percentages = balances.filter((it) => it.reward_type === 'PCT_DISCOUNT')
  // The ledger has percentages in basis points.
  return ratesBySource(percentages.map((it) => ({ source: it.reward_source, rate: it.amount as Rate })))
}

function creditsOf(balances: readonly BalanceRow[]): readonly Credit[] {
  const credits = new Map<string, number>()
  for (const it of balances) {
    if (!isCreditType(it.reward_type)) continue
    credits.set(it.unit, (credits.get(it.unit) ?? 0) + it.amount)
  }
  return [...credits].map(([unit, available]) => ({ unit, available }))
}
