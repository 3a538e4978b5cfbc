import { givenBackOf, type ReversalReport } from '@goodword/domain/payments/first-payment'
import {
  type KnownPayment,
  type SharedReferral,
  type SharesChange,
  settleReferrer,
} from '@goodword/domain/payments/referrers-shares'
import { convertingPaymentAt } from '@goodword/domain/referrals/converting-payment'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import { paymentOfKey } from '@goodword/domain/rewards/share-account'
import type { AccountKey, EventId, RewardId, TenantId, UserKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { reportBusiness } from '../../engine/signals/business-events.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { lockAccounts } from '../../tracking/rows/account-locks.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import {
  insertRewards,
  lockRewards,
  rewardOf,
  specOfRow,
  updateRewards,
} from '../../tracking/rows/ledger/rewards.ts'
import { recordUnboundWaits } from '../../tracking/waiting-discounts.ts'
import {
  type FriendPaymentRow,
  findAccountOfUser,
  findShareCredits,
  loadFriendPayments,
  loadSharedReferrals,
  type SharedReferralRow,
  saveSettled,
} from '../rows/friend-payments.ts'
import { loadAllReversals } from '../rows/payment-reversals.ts'
import { convertingPayment } from './keep-payments.ts'

/**
 * Brings the shares of a user to what the payments of the friends come to. It follows from what is stored alone, so that it may run
 * at any time and any number of times.
 */
export function settleShares(ctx: Context, tenantId: TenantId, user: UserKey): Promise<void> {
  return ctx.writeTenant(tenantId, (tx) => settleIn(tx, user))
}

async function settleIn(tx: Transaction, user: UserKey): Promise<void> {
  const account = await findAccountOfUser(tx, user)
  if (account === null) return
  // The account before its rewards, as tracking locks them.
  await lockAccounts(tx, [account.external_id])
  const owner = { account: account.id, user }
  const { referrals, rows } = await loadShares(tx, user)
  if (referrals.length === 0) return
  const locked = await lockRewards(tx, await findShareCredits(tx, owner.account, user))
  const credits = locked.map((row) => {
    const reward = rewardOf(row)
    return { id: String(row.id), reward, payment: paymentOfKey(reward.paymentKey ?? '') }
  })
  const { referrerHoldDays: holdDays, fraudRules } = programOf((await loadProgram(tx)).settings)
  const change = settleReferrer(referrals, credits, { now: tx.now, holdDays, newId: tx.newId })
  save(tx, owner, rows, change)
  const isGiven = change.credits.some((it) => it.before === null)
  if (isGiven && fraudRules.YEARLY_REWARDS !== 'off')
    enqueueJob(tx, { kind: 'FOLLOW_YEARLY_REWARDS', subject: user })
}

type Owner = { readonly account: AccountKey; readonly user: UserKey }
type StoredPayment = { readonly row: FriendPaymentRow; readonly of: SharedReferralRow }

async function loadShares(tx: Transaction, user: UserKey) {
  const referrals = await loadSharedReferrals(tx, user)
  const friends = [...new Set(referrals.map((it) => it.referred_account_id))]
  const [payments, reports] = await Promise.all([
    loadFriendPayments(tx, friends),
    loadAllReversals(tx, friends),
  ])
  const paymentsOf = Map.groupBy(payments, (it) => it.account_id)
  const rows = new Map<string, StoredPayment>()
  const shared = referrals.map((it): SharedReferral => {
    const { referred_account_id: friend, referral_id: id } = it
    // What was shared by another referral of the friend stays there.
    const own = (paymentsOf.get(friend) ?? []).filter((row) => (row.referral_id ?? id) === id)
    for (const row of own) rows.set(row.id, { row, of: it })
    return sharedReferral(it, own, reports.get(friend) ?? [])
  })
  return { referrals: shared, rows }
}

function sharedReferral(
  row: SharedReferralRow,
  payments: readonly FriendPaymentRow[],
  reports: readonly ReversalReport[],
): SharedReferral {
  const spec = specOfRow(row)
  if (spec.type !== 'PAYMENT_SHARE') throw new Error('a shared referral has another reward')
  const { started_at: startedAt, is_by_hand: isByHand, friend_paid_at: paidAt } = row
  const convertedBy = convertingPaymentAt({ paidAt }, { startedAt, isByHand }) ?? startedAt
  const first = convertingPayment(payments, convertedBy)
  // Reports from before the account paid are about another payment.
  const counted = reports.filter((it) => it.payment !== null || it.reportedAt >= (paidAt ?? 0))
  return {
    spec,
    isApproved: row.moderation === 'APPROVED' && row.cancelled_at === null,
    firstPaidAt: Math.min(convertedBy, first?.paid_at ?? convertedBy),
    endedAt: row.ended_at,
    after: row.bills_after,
    payments: payments.map((it) => {
      const names = it.id === first?.id ? [null, it.reference_hash] : [it.reference_hash]
      return knownPayment(
        it,
        counted.filter(({ payment }) => names.includes(payment)),
      )
    }),
  }
}

function knownPayment(row: FriendPaymentRow, reports: readonly ReversalReport[]): KnownPayment {
  const { id, period_months: months, period_days: days } = row
  // What is reported counts beside what the processor shows.
  const reported = givenBackOf(row.paid_minor, reports)
  return {
    reference: id,
    paidAt: row.paid_at,
    // Only currencies are stored.
    paid: { minor: row.paid_minor, currency: row.currency as Currency },
    refundedMinor: Math.max(row.refunded_minor, reported.refundedMinor),
    isReversed: row.is_reversed || reported.isReversed,
    step: months !== null ? { months } : days !== null ? { days } : null,
    state: {
      payment: id,
      givenMinor: row.given_minor,
      takenMinor: row.taken_minor,
      debtMinor: row.debt_minor,
      expiredMinor: row.expired_minor,
    },
    deniedAt: row.denied_at,
  }
}

function save(
  tx: Transaction,
  owner: Owner,
  rows: ReadonlyMap<string, StoredPayment>,
  { payments, credits, entries }: SharesChange,
): void {
  if (payments.length + credits.length === 0) return
  saveSettled(
    tx,
    payments.flatMap(({ reference, state, deniedAt }) => {
      const stored = rows.get(reference)
      if (stored === undefined) return []
      const { givenMinor, takenMinor, debtMinor, expiredMinor } = state
      return [
        {
          ...stored.row,
          referral_id: stored.of.referral_id,
          referrer_account_id: owner.account,
          given_minor: givenMinor,
          taken_minor: takenMinor,
          debt_minor: debtMinor,
          expired_minor: expiredMinor,
          denied_at: deniedAt,
        },
      ]
    }),
  )
  const owned = ({ after: { id, reward } }: SharesChange['credits'][number]) => {
    return { id: id as RewardId, ...owner, referral: null, reward }
  }
  const news = credits.filter((it) => it.before === null)
  const changed = credits.filter((it) => it.before !== null)
  if (news.length > 0) insertRewards(tx, news.map(owned))
  if (changed.length > 0) updateRewards(tx, changed.map(owned))
  const rewards = new Map(credits.map(({ after }) => [after.id, after.reward]))
  const written = entries.flatMap(({ rewardId, ...entry }) => {
    const reward = rewards.get(rewardId)
    if (reward === undefined) throw new Error('credit of an entry not found')
    return ownedEntries([entry], { account: owner.account, rewardId: rewardId as RewardId, reward }, tx.newId)
  })
  if (written.length > 0) insertEntries(tx, written)
  const outcomes = credits.flatMap((it) => outcomeOf(it, owner.account, rows.get(it.after.payment)))
  insertEvents(
    tx,
    outcomes.map((outcome) => ({ id: tx.newId<EventId>(), actor: 'service', outcome })),
  )
  if (news.length > 0) recordUnboundWaits(tx, [owner.account])
  enqueueCustomers(tx, [owner.account])
  tx.afterCommit(() =>
    reportBusiness(
      news.map(({ after: { reward } }) => ({
        kind: 'reward created' as const,
        source: reward.source,
        type: reward.spec.type,
      })),
    ),
  )
}

/** What the referrer's timeline says of a credit. One that is new may be taken back at once, for what is owed. */
function outcomeOf(
  { before, after: { id, reward } }: SharesChange['credits'][number],
  account: AccountKey,
  payment: StoredPayment | undefined,
): readonly Outcome[] {
  const about = {
    account,
    rewardId: id as RewardId,
    ...(payment === undefined ? {} : { referralId: payment.of.referral_id }),
  }
  const isTaken = reward.takenBack > (before?.reward.takenBack ?? 0)
  const [wasCancelled, isCancelled] = [before?.reward, reward].map(
    (it) => it !== undefined && it.cancelledAt !== null,
  )
  return [
    ...(before === null ? [{ ...about, type: 'reward.created', reason: 'FRIEND_PAID' } as const] : []),
    ...(isTaken ? [{ ...about, type: 'reward.balance.changed', reason: 'SHARE_TAKEN_BACK' } as const] : []),
    ...(isCancelled && !wasCancelled
      ? [{ ...about, type: 'reward.cancelled', reason: 'MODERATION' } as const]
      : []),
    ...(wasCancelled && !isCancelled
      ? [{ ...about, type: 'reward.restored', reason: 'MODERATION' } as const]
      : []),
  ]
}
