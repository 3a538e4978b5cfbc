import { isLive } from '@goodword/domain/bills/bill-discount'
import type { PaymentRefund } from '@goodword/domain/bills/processor-payment'
import type { ProviderId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { loadProviderOwners } from '../../tracking/rows/accounts.ts'
import { isSettledOtherwise } from '../bills/intend-mend.ts'
import { refundOnce, SETTLEMENT_LOOK_MS } from '../bills/refund-once.ts'
import { callProcessor } from '../connections/call-processor.ts'
import { type OpenConnection, openConnectionWith } from '../connections/processor-client.ts'
import { followSubscriptions } from '../notifications/follow-processor-clock.ts'
import { readsNotifications } from '../notifications/read-missed-notifications.ts'
import { withRefunds } from '../payments/follow-first-payment.ts'
import { loadRefundsOf } from '../rows/bills.ts'
import { loadSubscriptions, type SubscriptionRow } from '../rows/subscriptions.ts'
import { type AppliedDiscounts, applyDiscounts, type BillingTarget } from './apply-discounts.ts'
import { type BillingPlan, planBilling } from './plan-billing.ts'
import type { CustomerAtProcessor } from './read-billing.ts'
import { routineMs } from './sweeps/save-watched.ts'

export type Reconciled = AppliedDiscounts & {
  /** When the customer is to be looked at again, in milliseconds of the tenant's clock; null for when something changes. */
  readonly again: number | null
}

const NOTHING: Reconciled = { again: null, changed: 0, undone: 0 }

/**
 * Makes what the payment processor does to a customer's bills what the account's rewards say. Whatever happened, this is
 * the one thing to do about it: it reads the customer's true state, reports it to tracking, and changes discounts
 * that differ. It may be repeated at any time, and must not run twice at a time for a customer. Where staff ask for it, no
 * change waits because it was made undone before.
 *
 * @throws ProcessorError if the processor could not be read, or did not accept a change
 */
export async function reconcileCustomer(
  ctx: Context,
  tenantId: TenantId,
  customerId: string,
  { isAsked = false }: { readonly isAsked?: boolean } = {},
): Promise<Reconciled> {
  const opened = await openConnectionWith(ctx, tenantId, (tx) =>
    Promise.all([
      loadProgram(tx),
      loadSubscriptions(tx, customerId),
      // Only ids that a merchant may send were ever stored.
      loadProviderOwners(tx, [customerId as ProviderId]),
      loadRefundsOf(tx, customerId),
      tx.now,
    ]),
  )
  if (opened === null) return NOTHING
  const [connection, [program, known, [owner], refunds, now]] = opened
  // An account that has paid is attributed, or closed to attribution.
  const isCodeNeeded = owner?.paid_at == null
  const { processorDiscountId } = settingsOf(program.settings)
  const customer = await readCustomer(ctx, tenantId, connection, {
    customerId,
    processorDiscountId,
    known,
    refunds,
    isCodeNeeded,
  })
  if (owner !== undefined) await followSubscriptions(ctx, tenantId, customer.subscriptions, now)
  const { removal_requested_at: requestedAt, removal_leaves_discounts: leaves } = connection.row
  const isDisconnecting = requestedAt !== null && !leaves
  const { capabilities } = connection.client
  const isFollowed = readsNotifications(connection)
  const outcome = await ctx.writeTenant(tenantId, (tx) =>
    planBilling(
      tx,
      { ...customer, isDisconnecting, capabilities, isFollowed },
      { routineMs: routineMs(ctx), isAsked },
    ),
  )
  if (outcome.kind === 'NO_ACCOUNT') return NOTHING
  const { plan } = outcome
  const target = { ctx, tenantId, connection, discountId: processorDiscountId }
  // Neither waits for what fails in the other.
  const [applied, refunded] = await Promise.allSettled([
    applyDiscounts(target, plan),
    refundFirstBill(target, plan, plan.now),
  ])
  if (applied.status === 'rejected') throw applied.reason
  if (refunded.status === 'rejected') throw refunded.reason
  const refundAgain = refunded.value
  const moments = [plan.again, refundAgain].filter((it) => it !== null)
  return { again: moments.length === 0 ? null : Math.min(...moments), ...applied.value }
}

/** The number of subscriptions that are read among those that ended: the newest. */
const MAX_ENDED = 3

type Known = {
  readonly customerId: string
  readonly processorDiscountId: string
  readonly known: readonly SubscriptionRow[]
  readonly refunds: readonly PaymentRefund[]
  readonly isCodeNeeded: boolean
}

/**
 * The customer with all its subscriptions. A subscription whose payment method was deleted is not shown with the
 * customer any more: those that are known are read one by one, also those that ended while no other is live, because when
 * they did decides when the referral ends. So are those of a former customer of the account, which have its first payment.
 */
async function readCustomer(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  { customerId, processorDiscountId, known, refunds, isCodeNeeded }: Known,
): Promise<Omit<CustomerAtProcessor, 'isDisconnecting' | 'isFollowed' | 'capabilities'>> {
  return callProcessor(ctx, tenantId, connection, async (client) => {
    const customer = await client.readCustomer(customerId, processorDiscountId, { isCodeNeeded })
    const shown = customer?.subscriptions ?? []
    const ids = new Set(shown.map((it) => it.id))
    const hasNone = !shown.some(isLive)
    const hidden = []
    const notShown = known.filter((it) => !ids.has(it.subscription_id))
    const ended = notShown
      .filter((it) => !it.is_live && (hasNone || it.customer_id !== customerId))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const read = [...notShown.filter((it) => it.is_live), ...ended.slice(0, MAX_ENDED)]
    for (const { subscription_id: id } of read) {
      const found = await client.readSubscription(id, processorDiscountId)
      if (found !== null) hidden.push(found)
    }
    const coupon = customer?.referralCoupon ?? null
    const subscriptions = await withRefunds(client, [...shown, ...hidden], refunds)
    const { paymentMethods = [], failedPayments = 0 } = customer ?? {}
    const seen = { coupon, subscriptions, paymentMethods, failedPayments }
    return { customerId, discountId: processorDiscountId, ...seen }
  })
}

/**
 * Refunds the missing part of the discount on a friend's first bill, once per referral, unless that bill was mended or waived.
 * Returns when to look again for a payment that is not settled yet.
 */
async function refundFirstBill(
  target: BillingTarget,
  { account, refund, refundedBill }: BillingPlan,
  now: number,
): Promise<number | null> {
  if (account.referral === null || refund.kind === 'none') return null
  if (refundedBill !== null && isSettledOtherwise(refundedBill)) return null
  if (refund.kind === 'waiting') return now + SETTLEMENT_LOOK_MS
  const source = account.referral.id
  return refundOnce(target, {
    kind: 'REFUND',
    source,
    orderId: `referral-${source}`,
    paymentId: refund.payment.id,
    inAll: refund.amount,
    account: account.key,
    billId: refundedBill?.id ?? null,
    reason: 'FIRST_BILL_REFUNDED',
    now,
  })
}
