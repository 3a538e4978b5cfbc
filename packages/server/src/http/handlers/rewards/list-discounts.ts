import type { listDiscounts } from '@goodword/contract/endpoints/list-discounts'
import type { SubscriptionDiscount } from '@goodword/contract/subscription-discount'
import { priceToNumber } from '@goodword/domain/money'
import { type ListedDiscount, readDiscountPage } from '../../../operations/discounts/read-discounts.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../handler.ts'

export const handleListDiscounts: Handler<typeof listDiscounts> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readDiscountPage(ctx, tenant.tenantId, filter, page)
  return { ...listAnswer(found), discounts: found.rows.map(discountAnswer) }
}

function discountAnswer(row: ListedDiscount): SubscriptionDiscount {
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
