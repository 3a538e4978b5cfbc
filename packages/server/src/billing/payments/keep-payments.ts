import { createHash } from 'node:crypto'
import type { ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import type { FriendPayment } from '@goodword/domain/bills/shared-payments'
import { isSettlingSoon, settledPayments } from '@goodword/domain/payments/settled-payments'
import type { Account } from '@goodword/domain/referrals/account'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import type { JobRequest } from '../../frame/jobs/enqueue-job.ts'
import { SETTLEMENT_LOOK_MS } from '../bills/refund-once.ts'
import {
  type FriendPaymentRow,
  factsOf,
  loadFriendPayments,
  saveFriendPayments,
} from '../rows/friend-payments.ts'

type KeptPayments = {
  /** When to look again for a payment that has not settled yet; null where none is under way. */
  readonly settlesAt: number | null
  /** The settling of shares, where a payment is new or another than before. */
  readonly jobs: readonly JobRequest[]
}

/**
 * Keeps the payments that a customer shows, if the referrer gets a share of them or may get one.
 *
 * @param offered what the program gives referrers at present
 */
export async function keepPayments(
  tx: Transaction,
  { key: account, referral }: Account,
  subscriptions: readonly ProcessorSubscription[],
  offered: RewardSpec | null,
): Promise<KeptPayments> {
  const spec = referral?.referring.reward?.spec ?? offered
  if (referral === null || spec?.type !== 'PAYMENT_SHARE') return { settlesAt: null, jobs: [] }
  const known = await loadFriendPayments(tx, [account])
  const byHash = new Map(known.map((it) => [it.reference_hash, it]))
  const changed = settledPayments(subscriptions).flatMap((it): FriendPaymentRow[] => {
    const hash = hashOf(it.reference)
    const row = byHash.get(hash)
    const seen = { ...(row ?? newPayment(tx, account, hash)), ...factsOf(it), is_reported: false }
    return row !== undefined && isSame(row, seen) ? [] : [seen]
  })
  saveFriendPayments(tx, changed)
  return {
    settlesAt: isSettlingSoon(subscriptions) ? tx.now + SETTLEMENT_LOOK_MS : null,
    jobs: changed.length === 0 ? [] : [{ kind: 'SETTLE_SHARES', subject: referral.referrer.userKey }],
  }
}

function isSame(row: FriendPaymentRow, seen: FriendPaymentRow): boolean {
  return (Object.keys(seen) as (keyof FriendPaymentRow)[]).every((name) => row[name] === seen[name])
}

const DAY_MS = 86_400_000

/**
 * The payment that converted a referral at a moment. The server may have reported it before the processor was read: then it is the
 * first one of that day.
 */
export function convertingPayment(
  payments: readonly FriendPaymentRow[],
  at: number,
): FriendPaymentRow | undefined {
  const inOrder = payments.toSorted(
    (one, other) => one.paid_at - other.paid_at || (one.id < other.id ? -1 : 1),
  )
  return inOrder.find((it) => it.paid_at === at) ?? inOrder.find((it) => it.paid_at >= at - DAY_MS)
}

/** References of the merchant's are kept as hashes, and those of the processor as well, so that one payment is one row. */
export function hashOf(reference: string): string {
  return createHash('sha256').update(reference).digest('hex')
}

/** A payment that the merchant's server reported. */
export function reportedPayment(
  tx: Transaction,
  account: AccountKey,
  hash: string,
  payment: Pick<FriendPayment, 'paid' | 'paidAt'>,
): FriendPaymentRow {
  const nothing = { reference: hash, refundedMinor: 0, isReversed: false, step: null }
  return { ...newPayment(tx, account, hash), ...factsOf({ ...payment, ...nothing }), is_reported: true }
}

function newPayment(tx: Transaction, account: AccountKey, hash: string) {
  return {
    id: tx.newId<string>(),
    account_id: account,
    reference_hash: hash,
    referral_id: null,
    referrer_account_id: null,
    given_minor: 0,
    taken_minor: 0,
    debt_minor: 0,
    expired_minor: 0,
    denied_at: null,
    seen_at: tx.now,
  }
}
