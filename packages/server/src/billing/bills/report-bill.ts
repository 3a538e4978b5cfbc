import { Refusal } from '@goodword/contract/frame/refusal'
import { dayOf } from '@goodword/domain/bills/bill-time'
import { type BillingInterval, MONTHLY } from '@goodword/domain/bills/billing-interval'
import { nextBillDay } from '@goodword/domain/bills/next-bill-day'
import type { AccountId, ProviderId, TenantId } from '@goodword/domain/values/ids'
import type { BillingIntervalType } from '@goodword/domain/values/interval'
import { type Currency, type Money, priceFromNumber } from '@goodword/domain/values/money'
import { connectorOf } from '../../connectors/processor-clients.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import {
  insertReportedBill,
  loadBillsOfSubscriptions,
  type ReportedBillRow,
} from '../../frame/rows/reported-bills.ts'
import { lockAccounts } from '../../tracking/rows/account-locks.ts'
import { type AccountRow, findAccounts } from '../../tracking/rows/accounts.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { notConnected } from '../connections/read-connection.ts'
import { loadConnection } from '../rows/connections.ts'

/** A bill of the merchant's own system. Amounts are in the currency's own unit, times are those of the tenant's clock. */
export type BillReport = {
  readonly accountId: AccountId
  readonly subscriptionId: string
  readonly date: number
  readonly price: number
  readonly discount: number
  /** The currency of the account if absent, or of the program. */
  readonly currency?: Currency
  /** Null after the last bill; a billing interval later if absent. */
  readonly nextBillDate?: number | null
}

/** Clocks differ a little. */
const AHEAD_MS = 60_000

/**
 * Stores a bill, once for its subscription and day, and links the account with the merchant's own system as its customer. What it
 * means is found by the job of the customer, as with any processor.
 *
 * @throws Refusal PROCESSOR_NOT_CONNECTED, BILLS_COME_FROM_PROCESSOR, ACCOUNT_NOT_FOUND, BILL_CONFLICT, PROVIDER_ID_TAKEN, or
 * VALIDATION_FAILED for amounts or dates that cannot be right
 */
export function reportBill(
  ctx: Context,
  tenantId: TenantId,
  report: BillReport,
): Promise<{ readonly row: ReportedBillRow; readonly isNew: boolean }> {
  return ctx.writeTenant(tenantId, async (tx) => {
    await requireOwnSystem(tx)
    await lockAccounts(tx, [report.accountId])
    const [account] = await findAccounts(tx, [report.accountId])
    if (account === undefined) {
      throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${report.accountId}.`, 'accountId')
    }
    const earlier = await loadBillsOfSubscriptions(tx, [report.subscriptionId])
    const bill = await billOf(tx, account, report, earlier)
    const known = earlier.find((it) => it.day === bill.day)
    refuseConflict(bill, earlier, known, report)
    if (known !== undefined) return { row: known, isNew: false }
    const row = { ...bill, customer_id: await bindCustomer(tx, account) }
    insertReportedBill(tx, row)
    enqueueJob(tx, { kind: 'CUSTOMER', subject: row.customer_id })
    return { row, isNew: true }
  })
}

async function requireOwnSystem(tx: Transaction): Promise<void> {
  const connection = await loadConnection(tx)
  if (connection === null) throw notConnected()
  const { isOwnSystem, name } = connectorOf(connection)
  if (isOwnSystem) return
  const message = `The program is connected to ${name}, which shows its bills itself.`
  throw new Refusal('BILLS_COME_FROM_PROCESSOR', message)
}

/** The account is its own customer, unless it was linked with one before. */
async function bindCustomer(tx: Transaction, { external_id, provider_id }: AccountRow): Promise<string> {
  if (provider_id !== null) return provider_id
  // IDs of accounts and of customers have one format.
  const providerId = external_id as string as ProviderId
  const call = { accountId: external_id, source: 'server', commands: [{ kind: 'bind', providerId }] } as const
  const [tracked] = await trackIn(tx, [{ call, actor: 'server' }])
  if (tracked === undefined) throw new Error('decision about the customer of a bill not found')
  acceptedOf(tracked)
  return providerId
}

async function billOf(
  tx: Transaction,
  account: AccountRow,
  report: BillReport,
  earlier: readonly ReportedBillRow[],
): Promise<ReportedBillRow> {
  const program = settingsOf((await loadProgram(tx)).settings)
  // Only currencies that a merchant may send were ever stored.
  const currency = report.currency ?? (account.currency as Currency | null) ?? program.currency
  const price = amountOf('price', report.price, currency)
  const discount = amountOf('discount', report.discount, currency)
  if (discount.minor > price.minor) throw invalid('discount', 'is more than the price.')
  if (report.date > tx.now + AHEAD_MS)
    throw invalid('date', 'is in the future. Report a bill after it was made.')
  const day = dayOf(report.date)
  const [newest] = earlier
  const interval = intervalOf(account)
  return {
    subscription_id: report.subscriptionId,
    day,
    id: tx.newIdAt<string>(report.date),
    customer_id: '',
    account_id: account.id,
    billed_at: report.date,
    currency,
    price_minor: price.minor,
    discount_minor: discount.minor,
    next_bill_date: nextDay(day, report, interval, newest),
    interval_unit: interval.unit,
    interval_count: interval.count,
    next_discount_minor: newest?.next_discount_minor ?? 0,
  }
}

function nextDay(
  day: string,
  { nextBillDate }: BillReport,
  interval: BillingInterval,
  newest: ReportedBillRow | undefined,
): string | null {
  if (nextBillDate === undefined) {
    const before = newest === undefined ? null : { day: newest.day, nextDay: newest.next_bill_date }
    return nextBillDay(day, interval, before)
  }
  if (nextBillDate === null) return null
  const next = dayOf(nextBillDate)
  if (next <= day) throw invalid('nextBillDate', 'is not on a day (UTC) after that of the bill.')
  return next
}

const units: Readonly<Record<BillingIntervalType, BillingInterval>> = {
  DAY: { unit: 'DAY', count: 1 },
  WEEK: { unit: 'WEEK', count: 1 },
  MONTH: MONTHLY,
  QUARTER: { unit: 'MONTH', count: 3 },
  SEMI_ANNUAL: { unit: 'MONTH', count: 6 },
  YEAR: { unit: 'YEAR', count: 1 },
}

/** The billing interval of the account as it was described; a month if it was not. */
function intervalOf({
  billing_interval_type: type,
  billing_interval_value: value,
}: AccountRow): BillingInterval {
  if (type === null) return MONTHLY
  const { unit, count } = units[type]
  return { unit, count: count * (value ?? 1) }
}

function amountOf(field: 'price' | 'discount', amount: number, currency: Currency): Money {
  const money = priceFromNumber(amount, currency)
  if (typeof money !== 'string') return money
  const problem =
    money === 'out of range' ? 'has a value out of range' : 'has more decimals than its currency'
  throw invalid(field, `${problem}. Give it in ${currency}, as a number such as 49.9.`)
}

function invalid(field: string, problem: string): Refusal {
  return new Refusal('VALIDATION_FAILED', `"${field}" ${problem}`, field)
}

function refuseConflict(
  bill: ReportedBillRow,
  [newest]: readonly ReportedBillRow[],
  known: ReportedBillRow | undefined,
  { nextBillDate }: BillReport,
): void {
  if (newest === undefined) return
  if (newest.account_id !== bill.account_id) {
    throw conflict('The subscription belongs to another account.', 'subscriptionId')
  }
  if (newest.currency !== bill.currency) {
    throw conflict(`The subscription is billed in ${newest.currency}.`, 'currency')
  }
  if (known === undefined) return
  const isSame =
    known.billed_at === bill.billed_at &&
    known.price_minor === bill.price_minor &&
    known.discount_minor === bill.discount_minor &&
    (nextBillDate === undefined || known.next_bill_date === bill.next_bill_date)
  if (!isSame) throw conflict(`Another bill of the subscription was reported for ${known.day}.`, 'date')
}

function conflict(message: string, field: string): Refusal {
  return new Refusal('BILL_CONFLICT', message, field)
}
