import { endpoints } from '@goodword/contract/endpoints/all'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import { billAnswer, reportedBillAnswer } from '../../../operations/billing/bills/bill-answer.ts'
import { mendBill, waiveBill } from '../../../operations/billing/bills/decide-bill.ts'
import { readBillPage } from '../../../operations/billing/bills/read-bills.ts'
import { reportBill } from '../../../operations/billing/bills/report-bill.ts'
import { discountAnswer } from '../../../operations/billing/discounts/discount-answer.ts'
import { linkDiscount } from '../../../operations/billing/discounts/link-discount.ts'
import { readDiscountPage } from '../../../operations/billing/discounts/read-discounts.ts'
import { actingCaller, personalReason } from '../../access/personal-reason.ts'
import type { RouteOptions } from '../../route-options.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { accountDiscountAnswer } from '../account-discount.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** Discounts at the payment processor, and the bills that they were for. */
export function billEndpoints(serve: ServeEndpoint, { runCustomer }: RouteOptions): void {
  /** 201 when something new was linked, 200 on a repeat. */
  serve(endpoints.linkDiscount, async (ctx, { tenant, body }) => {
    const accountId = body.accountId as AccountId
    const link = {
      accountId,
      customerId: body.paymentProviderId as ProviderId,
      coupon: readUsedCode(body.couponCode),
    }
    const { reading, isNew } = await linkDiscount(ctx, tenant.tenantId, link, runCustomer)
    return {
      status: isNew ? (201 as const) : (200 as const),
      answer: accountDiscountAnswer(accountId, reading, null),
    }
  })
  serve(endpoints.listDiscounts, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readDiscountPage(ctx, tenant.tenantId, filter, page)
    const discounts = found.rows.map((row) => ({ ...discountAnswer(row), user: row.user }))
    return { ...listAnswer(found), discounts }
  })
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
