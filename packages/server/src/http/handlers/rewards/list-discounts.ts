import type { listDiscounts } from '@goodword/contract/endpoints/list-discounts'
import { discountAnswer } from '../../../operations/billing/discounts/discount-answer.ts'
import { readDiscountPage } from '../../../operations/billing/discounts/read-discounts.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListDiscounts: Handler<typeof listDiscounts> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readDiscountPage(ctx, tenant.tenantId, filter, page)
  const discounts = found.rows.map((row) => ({ ...discountAnswer(row), user: row.user }))
  return { ...listAnswer(found), discounts }
}
