import type { SubscriptionDiscount } from '@goodword/contract/subscription-discount'
import { priceToNumber } from '@goodword/domain/values/money'
import type { ListedDiscount } from './read-discounts.ts'

export function discountAnswer(row: ListedDiscount): SubscriptionDiscount {
  const { currency, next_bill_date: nextBillDate } = row
  return {
    accountId: row.account,
    subscriptionId: row.subscription_id,
    expectedAmount: priceToNumber({ minor: row.expected_minor, currency }),
    actualAmount: priceToNumber({ minor: row.actual_minor, currency }),
    currency,
    state: row.state,
    reason: row.reason,
    dateNextBill: nextBillDate === null ? null : Date.parse(`${nextBillDate}T00:00:00Z`),
    dateChecked: row.checked_at,
  }
}
