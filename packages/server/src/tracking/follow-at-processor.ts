import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../frame/context.ts'
import { enqueueCustomers } from '../frame/jobs/enqueue-customers.ts'
import { deleteReportedBills } from '../frame/rows/reported-bills.ts'
import { insertCustomers, replaceCustomer } from './rows/customers/customers.ts'
import type { Changes } from './save.ts'
import { recordUnboundWaits } from './waiting-discounts.ts'

type AccountChange = Changes['accounts'][number]

/**
 * Runs in the transaction that changes accounts: keeps when customers were bound, and asks for a look at the customers of the
 * accounts whose bills may change by it, the referrers' included. Without a connection an account still leaves its former
 * customer, which another account may have from then on.
 */
export function followAtProcessor(
  tx: Transaction,
  { accounts: changes, milestones }: Changes,
  isConnected: boolean,
): void {
  const bound = changes.flatMap(({ before, after }) => {
    const former = before?.providerId ?? null
    if (after.providerId === null || former === after.providerId) return []
    const row = { customer_id: after.providerId, account_id: after.key, bound_at: tx.now }
    if (former !== null) {
      replaceCustomer(tx, former, row)
      deleteReportedBills(tx, former)
    }
    return [row]
  })
  const reached = milestones.map((it) => it.referrer.accountKey)
  if (!isConnected) {
    const hasPercentage = changes.some(hasPercentageChange) || reached.length > 0
    if (hasPercentage) enqueueCustomers(tx, [...changes.flatMap(billedAccounts), ...reached])
    return
  }
  if (bound.length > 0) insertCustomers(tx, bound)
  const newlyReached = milestones.filter((it) => it.before === null).map((it) => it.referrer.accountKey)
  recordUnboundWaits(tx, [...changes.flatMap(newlyRewardedReferrer), ...newlyReached])
  enqueueCustomers(tx, [...bound.map((it) => it.account_id), ...changes.flatMap(billedAccounts), ...reached])
}

function newlyRewardedReferrer({ before, after }: AccountChange): readonly AccountKey[] {
  const hadReward = (before?.referral?.referring.reward ?? null) !== null
  const { referral } = after
  return referral === null || referral.referring.reward === null || hadReward
    ? []
    : [referral.referrer.accountKey]
}

/** Only percentages decide about a queue. */
function hasPercentageChange({ before, after }: AccountChange): boolean {
  const sides = [before, after].flatMap((it) => it?.referral ?? [])
  return sides.some(({ referring, referred }) =>
    [referring.reward, referred.reward].some((it) => it?.spec.type === 'PCT_DISCOUNT'),
  )
}

function billedAccounts({ before, after }: AccountChange): readonly AccountKey[] {
  const { referral } = after
  if (referral === null || before?.referral === referral) return []
  const isReferrers = before?.referral?.referring.reward !== referral.referring.reward
  return isReferrers ? [after.key, referral.referrer.accountKey] : [after.key]
}
