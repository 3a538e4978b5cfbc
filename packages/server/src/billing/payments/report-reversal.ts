import { isHeldByFacts } from '@goodword/domain/moderation/observed'
import { isHeldByReversal } from '@goodword/domain/moderation/staff-moderation'
import {
  disputesOf,
  factsOfReports,
  firstPaymentOf,
  type ReversalKind,
  type ReversalReport,
  wholeRefundOf,
} from '@goodword/domain/payments/first-payment'
import { paymentCommands } from '@goodword/domain/payments/first-payment-reversal'
import type { Account, Moderation } from '@goodword/domain/referrals/account'
import type { Command } from '@goodword/domain/referrals/command'
import type { Reason } from '@goodword/domain/referrals/outcome'
import type { AccountId, EventId, TenantId } from '@goodword/domain/values/ids'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import type { ActingCaller } from '../../frame/acting-caller.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { loadFriendPayments } from '../rows/friend-payments.ts'
import {
  insertReversal,
  loadReversal,
  loadReversals,
  type ReversalEffect,
} from '../rows/payment-reversals.ts'
import { convertingPayment, hashOf } from './keep-payments.ts'
import { pastDate, reportedAccount, reportedMoney } from './reported.ts'

/** A reversal of a payment of an account, as the merchant's server reports it. */
export type ReportedReversal = {
  readonly accountId: AccountId
  readonly kind: ReversalKind
  /** The amount in the currency's own unit; null for the whole payment. */
  readonly amount: number | null
  /** Milliseconds of the tenant's clock; null for now. */
  readonly date: number | null
  readonly reference: string
  /** The payment by its reference; null for the first one. */
  readonly paymentReference: string | null
  readonly by: ActingCaller
}

type RecordedReversal = {
  readonly isNew: boolean
  /** The amount in the currency's own unit; null for the whole payment. */
  readonly amount: number | null
  readonly date: number
  readonly effect: ReversalEffect
}

/**
 * Records a reversal of a payment, once per account, kind and reference, with its effect on the referrer's side.
 * A repeat has the result of the first report.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND, or VALIDATION_FAILED for an amount of too many decimals or a date in the future
 */
export function reportReversal(
  ctx: Context,
  tenantId: TenantId,
  reported: ReportedReversal,
): Promise<RecordedReversal> {
  return ctx.writeTenant(tenantId, (tx) => reportIn(tx, reported))
}

async function reportIn(tx: Transaction, reported: ReportedReversal): Promise<RecordedReversal> {
  const { account, program } = await reportedAccount(tx, reported.accountId)
  const reference = hashOf(reported.reference)
  const known = await loadReversal(tx, account.key, reported.kind, reference)
  if (known !== null) {
    const { amount_minor: minor, currency, happened_at: date } = known
    const amount =
      minor === null || currency === null ? null : priceToNumber({ minor, currency: currency as Currency })
    // The column's check has the effects.
    return { isNew: false, amount, date, effect: known.effect as ReversalEffect }
  }
  const amount =
    reported.amount === null
      ? null
      : reportedMoney(reported.amount, account.subscription.currency ?? program.currency)
  const report: ReversalReport = {
    kind: reported.kind,
    payment: await paymentOf(tx, account, reported.paymentReference),
    amountMinor: amount?.minor ?? null,
    at: pastDate(reported.date, tx.now, 'reversed'),
    reference,
    reportedAt: tx.now,
  }
  noteReport(tx, account, report, reported.by)
  const after = await followReport(tx, account, report, reported.by)
  const effect = effectOf(account, after)
  insertReversal(tx, account.key, report, amount?.currency ?? null, effect)
  const { referral } = account
  if (referral !== null) enqueueJob(tx, { kind: 'SETTLE_SHARES', subject: referral.referrer.userKey })
  // On a connected tenant the processor is asked about it as well.
  enqueueCustomers(tx, [account.key])
  return { isNew: true, amount: amount === null ? null : priceToNumber(amount), date: report.at, effect }
}

/** The hash of a payment's reference; null for the payment that converted the referral, which is there without one. */
async function paymentOf(
  tx: Transaction,
  { key, paidAt }: Account,
  reference: string | null,
): Promise<string | null> {
  if (reference === null) return null
  const hash = hashOf(reference)
  const payments = paidAt === null ? [] : await loadFriendPayments(tx, [key])
  return convertingPayment(payments, paidAt ?? 0)?.reference_hash === hash ? null : hash
}

async function followReport(
  tx: Transaction,
  account: Account,
  report: ReversalReport,
  { actor }: ActingCaller,
): Promise<Account> {
  const reports = [report, ...(await loadReversals(tx, account.key))]
  const payment = firstPaymentOf(account, [], reports)
  const facts = factsOfReports(account, reports)
  const commands: readonly Command[] = [
    ...paymentCommands(account, payment, disputesOf([], reports)),
    ...(account.referral === null || facts.disputes === undefined
      ? []
      : [{ kind: 'observe', facts } as const]),
  ]
  if (commands.length === 0) return account
  const call = { accountId: account.id, source: 'server', commands } as const
  const [tracked] = await trackIn(tx, [{ call, actor }])
  if (tracked === undefined) throw new Error('decision about a reported reversal not found')
  return acceptedOf(tracked).account
}

function effectOf(before: Account, after: Account): ReversalEffect {
  const [was, is] = [before, after].map(
    ({ referral }) => referral !== null && isHeldByPayment(referral.referring.moderation),
  )
  if (was === is) return is === true ? 'HELD' : 'NONE'
  return is === true ? 'HELD' : 'APPROVED'
}

function isHeldByPayment(moderation: Moderation): boolean {
  return (
    isHeldByReversal(moderation) || (isHeldByFacts(moderation) && moderation.decidedAs === 'PAYMENT_DISPUTED')
  )
}

/** Notes a report on the timeline, also where it changes nothing. */
function noteReport(
  tx: Transaction,
  account: Account,
  report: ReversalReport,
  { actor, author }: ActingCaller,
): void {
  const { referral, key } = account
  const outcome = {
    type: 'payment.reversed',
    reason: reasonOf(account, report),
    account: key,
    ...(referral === null ? {} : { referralId: referral.id, referrer: referral.referrer.accountKey }),
    ...(report.at < tx.now ? { at: report.at } : {}),
  } as const
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor, outcome, note: { text: null, author } }])
}

function reasonOf(account: Account, { kind, amountMinor, payment }: ReversalReport): Reason {
  if (payment !== null) return 'LATER_PAYMENT_REVERSED'
  switch (kind) {
    case 'VOID':
      return 'VOID_REPORTED'
    case 'DISPUTE':
      return 'DISPUTE_REPORTED'
    case 'DISPUTE_WON':
      return 'DISPUTE_WON_REPORTED'
    case 'REFUND': {
      const whole = wholeRefundOf(account)
      const isWhole = amountMinor === null || (whole !== null && amountMinor >= whole)
      return isWhole ? 'REFUND_REPORTED' : 'PARTIAL_REFUND_REPORTED'
    }
  }
}
