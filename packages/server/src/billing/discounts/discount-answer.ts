import type { SubscriptionDiscount } from '@goodword/contract/billing/subscription-discount'
import { priceToNumber } from '@goodword/domain/values/money'
import type { ListedDiscountRow } from '../rows/subscriptions.ts'

export function discountAnswer(row: ListedDiscountRow): SubscriptionDiscount {
  const { currency, next_bill_date: nextBillDate, is_price_known: isPriceKnown } = row
  const amount = (minor: number) => (isPriceKnown ? priceToNumber({ minor, currency }) : null)
  return {
    accountId: row.account,
    subscriptionId: row.subscription_id,
    expectedAmount: amount(row.expected_minor),
    actualAmount: amount(row.actual_minor),
    currency,
    state: row.state,
    reason: row.reason ?? (isPriceKnown ? null : 'PRICE_UNKNOWN'),
    dateNextBill: nextBillDate === null ? null : Date.parse(`${nextBillDate}T00:00:00Z`),
    dateChecked: row.checked_at,
  }
}
