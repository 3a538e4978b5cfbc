import type { BillDiscount } from '@goodword/domain/bills/bill-discount'
import { decideRefund, type RefundDecision } from '@goodword/domain/payments/first-bill-refund'
import type { Account } from '@goodword/domain/referrals/account'
import type { BillRow } from '../../../store/processor/bills.ts'
import type { Transaction } from '../../foundation/context.ts'
import { keepBills } from '../bills/keep-bills.ts'
import { type BillingFacts, type DecidedSubscription, decideBilling } from './decide-billing.ts'
import { type CustomerReading, readBilling } from './read-billing.ts'
import { readRewards } from './read-rewards.ts'
import { storeBilling } from './store-billing.ts'
import { trackEvidence } from './track-evidence.ts'

export type BillingOutcome =
  /** What the customer pays means nothing yet. */
  { readonly kind: 'NO_ACCOUNT' } | { readonly kind: 'PLANNED'; readonly plan: BillingPlan }

/** What is to be done at the processor; it is stored already. */
export type BillingPlan = {
  readonly account: Account
  readonly discounts: readonly PlannedDiscount[]
  readonly refund: RefundDecision
  /** The bill that it is about, as it is kept. */
  readonly refundedBill: BillRow | null
  readonly now: number
  /** When time alone may change something. */
  readonly again: number | null
}

/** The discount of a live subscription's next bill. */
export type PlannedDiscount = DecidedSubscription & { readonly bill: BillDiscount }

/**
 * Plans in one transaction: reads what is stored of a customer, tells tracking what was seen of it, decides the
 * discounts of its next bills, and writes all of that.
 *
 * Throws if the program has another discount by now: the processor is to be read again.
 */
export async function planBilling(
  tx: Transaction,
  reading: CustomerReading,
  comparison: Pick<BillingFacts, 'routineMs' | 'isAsked'>,
): Promise<BillingOutcome> {
  const billing = await readBilling(tx, reading)
  if (billing === null) return { kind: 'NO_ACCOUNT' }
  const { now } = tx
  const tracked = await trackEvidence(tx, billing)
  const { account } = tracked
  const rewards = await readRewards(tx, account, billing)
  const refund = decideRefund(account, billing.evidence)
  const { evidence, mends } = billing
  const credits = billing.capabilities.bills === 'DRAFT'
  const kept = await keepBills(
    tx,
    {
      account,
      evidence,
      subscriptions: billing.subscriptions,
      reserved: rewards.reserved,
      refund,
      mends,
      credits,
    },
    rewards.percentages,
  )
  const decided = decideBilling({ billing, tracked, rewards, ledger: kept.ledger, ...comparison, now })
  await storeBilling(tx, { billing, account, rewards, decided })
  const { subscriptions, again } = decided
  const discounts = subscriptions.flatMap((it) => (it.bill === null ? [] : [{ ...it, bill: it.bill }]))
  return { kind: 'PLANNED', plan: { account, discounts, refund, refundedBill: kept.refunded, now, again } }
}
