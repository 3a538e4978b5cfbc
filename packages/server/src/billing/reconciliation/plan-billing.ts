import type { BillDiscount } from '@goodword/domain/bills/bill-discount'
import { decideRefund, type RefundDecision } from '@goodword/domain/payments/first-bill-refund'
import type { Account } from '@goodword/domain/referrals/account'
import type { EventId } from '@goodword/domain/values/ids'
import { reportBilling } from '../../engine/signals/billing-events.ts'
import type { Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { moveEnds } from '../../referring/rewards/move-ends.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { keepBills } from '../bills/keep-bills.ts'
import { recordPayments } from '../bills/record-payments.ts'
import { keepPayments } from '../payments/keep-payments.ts'
import type { BillRow } from '../rows/bills.ts'
import { reserveCredit } from './bill-reservations.ts'
import {
  type BillingDecision,
  type BillingFacts,
  type DecidedSubscription,
  decideBilling,
} from './decide-billing.ts'
import { type Billing, type CustomerAtProcessor, readBilling } from './read-billing.ts'
import { type BilledRewards, readRewards } from './read-rewards.ts'
import { saveWatched } from './sweeps/save-watched.ts'
import { trackEvidence } from './track-evidence.ts'

export type BillingOutcome =
  /** The customer has no account, so its payments mean nothing yet. */
  { readonly kind: 'NO_ACCOUNT' } | { readonly kind: 'PLANNED'; readonly plan: BillingPlan }

/** The changes to make at the processor; they are stored already. */
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
 * Plans in one transaction: reads the stored rows of a customer, reports its state to tracking, decides the
 * discounts of its next bills, and writes all of that.
 *
 * Throws if the program has another discount by now: the processor is to be read again.
 */
export async function planBilling(
  tx: Transaction,
  customer: CustomerAtProcessor,
  comparison: Pick<BillingFacts, 'routineMs' | 'isAsked'>,
): Promise<BillingOutcome> {
  const billing = await readBilling(tx, customer)
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
  const { settlesAt, jobs } = await keepPayments(tx, account, evidence.subscriptions, billing.referrerReward)
  const checksAt = [...tracked.checksAt, ...(settlesAt === null ? [] : [settlesAt])]
  const followed = { account, checksAt }
  const decided = decideBilling({
    billing,
    tracked: followed,
    rewards,
    ledger: kept.ledger,
    ...comparison,
    now,
  })
  await storeBilling(tx, { billing, account, rewards, decided })
  enqueueJobs(tx, jobs)
  const { subscriptions, again } = decided
  const discounts = subscriptions.flatMap((it) => (it.bill === null ? [] : [{ ...it, bill: it.bill }]))
  return { kind: 'PLANNED', plan: { account, discounts, refund, refundedBill: kept.refunded, now, again } }
}

type Decided = {
  readonly billing: Billing
  /** The account as it is after tracking. */
  readonly account: Account
  readonly rewards: BilledRewards
  readonly decided: BillingDecision
}

async function storeBilling(
  tx: Transaction,
  { billing: { evidence }, account, rewards: { open }, decided }: Decided,
): Promise<void> {
  const { subscriptions, nextBills, gone, percentages, outcomes } = decided
  await moveEnds(tx, percentages.moved)
  await reserveCredit(tx, account.key, open, nextBills)
  if (outcomes.length > 0)
    insertEvents(
      tx,
      outcomes.map((outcome) => ({ id: tx.newId<EventId>(), actor: 'processor', outcome })),
    )
  for (const { type } of outcomes) {
    if (type === 'discount.drifted') tx.afterCommit(() => reportBilling('discount drifted'))
    if (type === 'discount.failed') tx.afterCommit(() => reportBilling('discount change stopped'))
  }
  await saveWatched(tx, [...subscriptions.map(({ row }) => row), ...gone])
  recordPayments(
    tx,
    account,
    evidence.subscriptions.flatMap((it) => it.payments),
  )
}
