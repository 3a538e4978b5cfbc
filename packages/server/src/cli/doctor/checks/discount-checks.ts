import { priceToNumber } from '@goodword/domain/values/money'
import { longestUncheckedMs } from '../../../billing/discounts/unknown-discounts.ts'
import { loadConnection } from '../../../billing/rows/connections.ts'
import { loadFailedDiscounts, loadUnchargedAccounts } from '../../../billing/rows/faulty-discounts.ts'
import { readBillingFigures } from '../../../billing/rows/figures.ts'
import {
  loadUnbilledShares,
  loadUnpayableDebts,
  type ShareSumRow,
} from '../../../billing/rows/friend-payments.ts'
import type { Context } from '../../../frame/context.ts'
import { listTenants } from '../../../frame/rows/tenants.ts'
import type { Check } from '../check.ts'

const MAX_NAMED = 20
/** Accounts beyond this number are not counted. */
const MAX_OF_TENANT = 1000
const HOUR_MS = 3_600_000
/** A month's trial, and some days for the first bill. */
const UNCHARGED_MS = 35 * 24 * HOUR_MS

/** Looks at shares of payments of enabled tenants, and at the discounts of those that are connected; does not call the processors. */
export async function checkDiscounts(ctx: Context): Promise<readonly Check[]> {
  const failed: string[] = []
  const uncharged: string[] = []
  const owed: string[] = []
  const unbilled: string[] = []
  for (const { alias } of (await listTenants(ctx.db)).filter((it) => it.enabled)) {
    await ctx.readTenant(alias, async (tx) => {
      const textOf = ({ account, ...sum }: ShareSumRow) =>
        `${alias}: account ${account}, ${priceToNumber(sum)} ${sum.currency}`
      owed.push(...(await loadUnpayableDebts(tx, MAX_OF_TENANT)).map(textOf))
      if ((await loadConnection(tx)) === null) return
      const rows = await loadFailedDiscounts(tx, MAX_OF_TENANT)
      failed.push(
        ...rows.map(
          (it) => `${alias}: account ${it.account}, subscription ${it.subscription_id} (${it.reason})`,
        ),
      )
      const accounts = await loadUnchargedAccounts(tx, tx.now - UNCHARGED_MS, MAX_OF_TENANT)
      uncharged.push(...accounts.map((it) => `${alias}: account ${it}`))
      const shares = await loadUnbilledShares(tx, tx.now - UNCHARGED_MS, MAX_OF_TENANT)
      unbilled.push(...shares.map(textOf))
    })
  }
  return [failedCheck(failed), await staleCheck(ctx), unchargedCheck(uncharged), sharesCheck(unbilled, owed)]
}

function failedCheck(failed: readonly string[]): Check {
  const name = 'discounts'
  if (failed.length === 0) return { name, ok: true, message: 'The payment processors accept all discounts.' }
  const message = `The payment processor did not accept discounts, so the next bills come to wrong amounts: ${named(failed)}. "goodword-server connection check <alias>" looks for what is missing there; each discount is tried again. COUPON_DIFFERS: a coupon there has the ID of ours and other terms; delete it. CHANGED_BY_SOMEONE_ELSE: another program there changes the discount back; end that, then "POST connection/reconcile".`
  return { name, ok: false, message }
}

async function staleCheck(ctx: Context): Promise<Check> {
  const name = 'discount checks'
  const { checks } = await readBillingFigures(ctx.db)
  const stale = checks.filter((it) => it.oldestSeconds * 1000 > longestUncheckedMs(ctx))
  if (stale.length === 0) {
    return {
      name,
      ok: true,
      message: 'Discounts of the next bills were compared with the processors in time.',
    }
  }
  const found = stale.map((it) => `${Math.round(it.oldestSeconds / 3600)} hours in ${it.mode} programs`)
  const message = `Discounts have not been compared with the payment processor for ${found.join(' and ')}. Look at "payment processors" above and at jobs of the kinds SWEEP_BILLS and CUSTOMER, and check that a process other than PROCESS=web runs.`
  return { name, ok: false, message }
}

function unchargedCheck(uncharged: readonly string[]): Check {
  const name = 'accounts that were never charged'
  if (uncharged.length === 0) return { name, ok: true, message: 'No referral waits for a payment for long.' }
  const message = `These accounts have a customer at the payment processor for more than 35 days, and their referral still waits for a first payment: ${named(uncharged)}. Check that they have a subscription there, and that the account names the right customer.`
  return { name, ok: true, advice: true, message }
}

function sharesCheck(unbilled: readonly string[], owed: readonly string[]): Check {
  const name = 'shares of payments'
  const message = [
    ...(unbilled.length === 0
      ? []
      : [
          `Credit of shares has waited for a bill for more than 35 days, because the account has no live subscription in its currency: ${named(unbilled)}. Link the account with its customer (POST discount), or redeem the credit by POST credit/redeem.`,
        ]),
    ...(owed.length === 0
      ? []
      : [
          `Shares of payments that were given back are spent, and no friend pays any more from whose shares they are taken: ${named(owed)}. Nothing is charged; write them off.`,
        ]),
  ].join(' ')
  if (message === '')
    return { name, ok: true, message: 'No share waits for a bill for long, or is owed for good.' }
  return { name, ok: true, advice: true, message }
}

function named(texts: readonly string[]): string {
  const more = texts.length > MAX_NAMED ? ` and ${texts.length - MAX_NAMED} more` : ''
  return `${texts.slice(0, MAX_NAMED).join('; ')}${more}`
}
