import type { listBills } from '@goodword/contract/endpoints/list-bills'
import { billAnswer } from '../../../operations/billing/bills/bill-answer.ts'
import { readBillPage } from '../../../operations/billing/bills/read-bills.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListBills: Handler<typeof listBills> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readBillPage(ctx, tenant.tenantId, filter, page)
  return { ...listAnswer(found), bills: found.rows.map((row) => ({ ...billAnswer(row), user: row.user })) }
}
