import { endpoints } from '@goodword/contract/endpoints/all'
import { billAnswer, reportedBillAnswer } from '../../../operations/billing/bills/bill-answer.ts'
import { mendBill, waiveBill } from '../../../operations/billing/bills/decide-bill.ts'
import { readBillPage } from '../../../operations/billing/bills/read-bills.ts'
import { reportBill } from '../../../operations/billing/bills/report-bill.ts'
import { actingCaller, personalReason } from '../../access/personal-reason.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** Bills. */
export function billEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.reportBill, async (ctx, { tenant, body }) => {
    const { row, isNew } = await reportBill(ctx, tenant.tenantId, body)
    return {
      status: isNew ? (201 as const) : (200 as const),
      answer: reportedBillAnswer(body.accountId, row),
    }
  })
  serve(endpoints.listBills, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readBillPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), bills: found.rows.map((row) => ({ ...billAnswer(row), user: row.user })) }
  })
  serve(endpoints.mendBill, async (ctx, { tenant, params, principal }) =>
    billAnswer(await mendBill(ctx, tenant.tenantId, params.billId, actingCaller(principal))),
  )
  serve(endpoints.waiveBill, async (ctx, call) =>
    billAnswer(await waiveBill(ctx, call.tenant.tenantId, call.params.billId, personalReason(call))),
  )
}
