import type { BillDiscount } from '@goodword/domain/bills/bill-discount'
import type { Account } from '@goodword/domain/referrals/account'
import { isRateType } from '@goodword/domain/rewards/reward'
import { jobOfSubject } from '../../../engine/job-table/job-of-subject.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { enqueueJob } from '../../../frame/jobs/enqueue-job.ts'
import { type SubscriptionRow, saveSubscriptions } from '../../rows/subscriptions.ts'
import { type LookTerms, nextLook, type Stake } from './next-look.ts'

/**
 * The stake in a subscription of an account: a discount of ours or a reward, and whether a friend stays whose referrer has, or
 * gets, a reward for that.
 */
export function stakeOf(
  row: Pick<SubscriptionRow, 'is_live' | 'is_listed'>,
  { referral }: Account,
  now: number,
): Stake {
  if (!row.is_live) return null
  if (row.is_listed) return 'MONEY'
  if (referral === null || referral.endedAt !== null) return null
  const { reward } = referral.referring
  const isOver =
    reward !== null && (reward.cancelledAt !== null || (reward.expiresAt !== null && reward.expiresAt <= now))
  const isForStay = reward === null ? referral.convertedAt === null : isRateType(reward.spec.type)
  return isForStay && !isOver ? 'MONEY' : 'BILLS'
}

/** How often a discount is compared while no bill is near. */
export function routineMs({ discountSweepHours }: Pick<Context, 'discountSweepHours'>): number {
  return discountSweepHours * 3_600_000
}

type WatchTerms = Pick<LookTerms, 'stake' | 'routineMs'> & { readonly bill: BillDiscount | null }

/** The row with when it is compared next. */
export function withLook(
  row: SubscriptionRow,
  { stake, routineMs, bill }: WatchTerms,
  now: number,
): SubscriptionRow {
  const hasFailed = row.state === 'FAILED'
  return { ...row, ...nextLook({ stake, routineMs, hasFailed, bill: bill?.bill ?? null }, now) }
}

/** Saves subscriptions, and has the sweep run when the first of them is to be compared. */
export async function saveWatched(tx: Transaction, rows: readonly SubscriptionRow[]): Promise<void> {
  saveSubscriptions(tx, rows)
  const looks = rows.map((it) => it.look_at).filter((it) => it !== null)
  if (looks.length === 0) return
  const dueAt = Math.min(...looks)
  const sweep = await jobOfSubject(tx, 'SWEEP_BILLS', '')
  // Its row is locked only if it has to run earlier: customers are compared many at a time.
  const isEarlyEnough =
    sweep !== null && (sweep.state === 'READY' || (sweep.due_at !== null && sweep.due_at <= dueAt))
  if (!isEarlyEnough) enqueueJob(tx, { kind: 'SWEEP_BILLS', subject: '', dueAt })
}
