import { type BillDiscount, isLive } from '@goodword/domain/bills/bill-discount'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { SubscriptionState } from '../../../connectors/processor-state.ts'
import type { SubscriptionRow } from '../../../store/processor/subscriptions.ts'
import { actualDiscount, isLasting } from '../bills/actual-discount.ts'
import { NO_LOOK } from './sweeps/next-look.ts'
import { readMark } from './sweeps/read-mark.ts'

type Owner = {
  readonly id: string
  readonly customerId: string
  readonly account: AccountKey
  readonly cameWithDiscount: boolean
  /** Bills that were made earlier are not kept. */
  readonly billsFrom: number
}

/**
 * A subscription as it is stored: as it was read, with the discount that its next bill is to have. When it is compared again
 * is still to be said.
 */
export function discountRow(
  owner: Owner,
  subscription: SubscriptionState,
  bill: BillDiscount | null,
  checkedAt: number,
): SubscriptionRow {
  const expected = bill?.expected.minor ?? 0
  const actual = actualDiscount(subscription)
  const live = isLive(subscription)
  const hasReward = bill !== null && bill.discount.uncapped > 0
  return {
    id: owner.id,
    subscription_id: subscription.id,
    customer_id: owner.customerId,
    account_id: owner.account,
    is_live: live,
    came_with_discount: owner.cameWithDiscount,
    currency: subscription.price.currency,
    next_bill_date: subscription.nextBillDate,
    expected_minor: expected,
    actual_minor: actual,
    is_listed: live && (hasReward || expected > 0 || actual > 0 || bill?.waiting === 'CURRENCY_DIFFERS'),
    ...stateOf(expected, actual, bill, isLasting(subscription)),
    checked_at: checkedAt,
    bill_count: subscription.billCount,
    price_minor: subscription.price.minor,
    balance_minor: subscription.balance,
    bills_from: owner.billsFrom,
    ...NO_LOOK,
    read_mark: readMark(subscription),
  }
}

function stateOf(
  expected: number,
  actual: number,
  bill: BillDiscount | null,
  lasts: boolean,
): Pick<SubscriptionRow, 'state' | 'reason'> {
  if (bill !== null && bill.waiting !== null && (expected !== actual || bill.waiting === 'CURRENCY_DIFFERS'))
    return { state: 'WAITING', reason: bill.waiting }
  return { state: expected === actual && lasts ? 'IN_STEP' : 'PENDING', reason: null }
}
