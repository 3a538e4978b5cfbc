import { type BillDiscount, isLive } from '@goodword/domain/bills/bill-discount'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Capabilities } from '../../connectors/connector.ts'
import type { SubscriptionState } from '../../connectors/processor-state.ts'
import { hasDiscount, isLasting, isStandingRight, plannedDiscount } from '../bills/actual-discount.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'
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

type Planned = {
  /** Null unless it is live. */
  readonly bill: BillDiscount | null
  readonly capabilities: Capabilities
}

/**
 * A subscription as it is stored: as it was read, with the discount that its next bill is to have. When it is compared again
 * is still to be said.
 */
export function discountRow(
  owner: Owner,
  subscription: SubscriptionState,
  { bill, capabilities }: Planned,
  checkedAt: number,
): SubscriptionRow {
  const expected = bill?.expected.minor ?? 0
  const actual = plannedDiscount(subscription, bill, capabilities)
  const live = isLive(subscription)
  const isThere = hasDiscount(subscription)
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
    has_discount: isThere,
    is_listed:
      live && (hasReward || isThere || expected > 0 || actual > 0 || bill?.waiting === 'CURRENCY_DIFFERS'),
    ...discountState(subscription, actual, { bill, capabilities }),
    checked_at: checkedAt,
    bill_count: subscription.billCount,
    price_minor: subscription.price.minor,
    is_price_known: subscription.isPriceUnknown !== true,
    balance_minor: subscription.balance,
    bills_from: owner.billsFrom,
    ...NO_LOOK,
    read_mark: readMark(subscription),
    own_writes: null,
  }
}

/** How what is taken off the next bill stands to what is to be. */
export function discountState(
  subscription: SubscriptionState,
  actual: number,
  { bill, capabilities }: Planned,
): Pick<SubscriptionRow, 'state' | 'reason'> {
  const isEqual = actual === (bill?.expected.minor ?? 0)
  const isOfRate = capabilities.standing === 'RATE' && bill !== null
  const stands = isOfRate ? isStandingRight(subscription, bill, capabilities) : isLasting(subscription)
  const isRight = isEqual && (!isOfRate || stands)
  if (bill !== null && bill.waiting !== null && (!isRight || bill.waiting === 'CURRENCY_DIFFERS'))
    return { state: 'WAITING', reason: bill.waiting }
  return { state: isEqual && stands ? 'IN_STEP' : 'PENDING', reason: null }
}
