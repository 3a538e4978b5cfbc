import { Refusal } from '@goodword/contract/frame/refusal'
import type { Account } from '@goodword/domain/referrals/account'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import { type Currency, type Money, priceToNumber } from '@goodword/domain/values/money'
import type { ActingCaller } from '../../frame/acting-caller.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { type FriendPaymentRow, findFriendPayment, insertFriendPayment } from '../rows/friend-payments.ts'
import { hashOf, reportedPayment } from './keep-payments.ts'
import { pastDate, reportedAccount, reportedMoney } from './reported.ts'

/** A payment of an account, as the merchant's server reports it. */
export type PaymentReport = {
  readonly accountId: AccountId
  readonly reference: string
  /** The amount in the currency's own unit. */
  readonly amount: number
  /** The currency of the account if absent, or of the program. */
  readonly currency?: Currency
  /** Milliseconds of the tenant's clock; now if absent. */
  readonly date?: number
  readonly by: ActingCaller
}

/** The payment as it was reported first. */
export type ReportedPayment = Pick<PaymentReport, 'accountId' | 'reference' | 'amount'> & {
  readonly currency: Currency
  readonly date: number
}

/**
 * Records a payment, once by its reference, and converts the referral that it is the first one of. A repeat has the result of the first report.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND, PAYMENTS_COME_FROM_PROCESSOR, PAYMENT_OF_OTHER_ACCOUNT, or VALIDATION_FAILED for an amount that
 * is 0 or has too many decimals, or a date in the future
 */
export function reportPayment(
  ctx: Context,
  tenantId: TenantId,
  report: PaymentReport,
): Promise<{ readonly isNew: boolean; readonly answer: ReportedPayment }> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const { account, program } = await reportedAccount(tx, report.accountId)
    const hash = hashOf(report.reference)
    const known = await findFriendPayment(tx, hash)
    if (known !== null) return { isNew: false, answer: answerOf(knownOf(known, account), report) }
    if (program.isProcessorConnected) throw readAtProcessor()
    const currency = report.currency ?? account.subscription.currency ?? program.currency
    const paid = reportedMoney(report.amount, currency, 1)
    const paidAt = pastDate(report.date ?? null, tx.now, 'paid')
    const row = reportedPayment(tx, account.key, hash, { paid, paidAt })
    insertFriendPayment(tx, row)
    const { referral } = await converted(tx, account, paidAt, report.by)
    if (referral !== null) enqueueJob(tx, { kind: 'SETTLE_SHARES', subject: referral.referrer.userKey })
    return { isNew: true, answer: answerOf(row, report) }
  })
}

function answerOf(row: FriendPaymentRow, { accountId, reference }: PaymentReport): ReportedPayment {
  // Only currencies are stored.
  const paid: Money = { minor: row.paid_minor, currency: row.currency as Currency }
  return { accountId, reference, amount: priceToNumber(paid), currency: paid.currency, date: row.paid_at }
}

function knownOf(row: FriendPaymentRow, account: Account): FriendPaymentRow {
  if (row.account_id === account.key) return row
  const message =
    'Another account has a payment with this reference. Give each payment a reference of its own.'
  throw new Refusal('PAYMENT_OF_OTHER_ACCOUNT', message, 'reference')
}

function readAtProcessor(): Refusal {
  const message =
    'The program is connected to a payment processor, which shows its payments itself. Nothing was stored.'
  return new Refusal('PAYMENTS_COME_FROM_PROCESSOR', message)
}

/** The first payment is a `PAID`; later ones say nothing that is not known. */
async function converted(
  tx: Transaction,
  account: Account,
  paidAt: number,
  { actor }: ActingCaller,
): Promise<Account> {
  const { referral } = account
  const isOpen = referral !== null && referral.convertedAt === null && referral.endedAt === null
  if (account.paidAt !== null && !isOpen) return account
  const commands = [{ kind: 'report', status: 'PAID', paidAt } as const]
  const [tracked] = await trackIn(tx, [
    { call: { accountId: account.id, source: 'server', commands }, actor },
  ])
  if (tracked === undefined) throw new Error('decision about a payment not found')
  return acceptedOf(tracked).account
}
