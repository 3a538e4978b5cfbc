import { endpoints } from '@goodword/contract/all-endpoints'
import { actingCaller, personalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { billAnswer, reportedBillAnswer } from './bill-answer.ts'
import { mendBill, waiveBill } from './decide-bill.ts'
import { readBillPage } from './read-bills.ts'
import { reportBill } from './report-bill.ts'

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
    return { ...listAnswer(found), bills: found.rows }
  })
  serve(endpoints.mendBill, async (ctx, { tenant, params, principal }) =>
    billAnswer(await mendBill(ctx, tenant.tenantId, params.billId, actingCaller(principal))),
  )
  serve(endpoints.waiveBill, async (ctx, call) =>
    billAnswer(await waiveBill(ctx, call.tenant.tenantId, call.params.billId, personalReason(call))),
  )
}
