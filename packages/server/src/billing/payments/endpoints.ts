import { endpoints } from '@goodword/contract/all-endpoints'
import { actingCaller } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { reportPayment } from './report-payment.ts'
import { reportReversal } from './report-reversal.ts'

/** Payments that are reported by a merchant’s server. */
export function paymentEndpoints(serve: ServeEndpoint): void {
  /** 201 when it is reported first, 200 on a repeat. */
  serve(endpoints.reportPaymentReversal, async (ctx, { tenant, principal, body }) => {
    const { accountId, kind, reference } = body
    const { isNew, ...recorded } = await reportReversal(ctx, tenant.tenantId, {
      accountId,
      kind,
      amount: body.amount ?? null,
      date: body.date ?? null,
      reference,
      paymentReference: body.paymentReference ?? null,
      by: actingCaller(principal),
    })
    const answer = { accountId, kind, reference, ...recorded }
    return { status: isNew ? (201 as const) : (200 as const), answer }
  })

  /** 201 when it is reported first, 200 on a repeat. */
  serve(endpoints.reportPayment, async (ctx, { tenant, principal, body }) => {
    const { isNew, answer } = await reportPayment(ctx, tenant.tenantId, {
      ...body,
      by: actingCaller(principal),
    })
    return { status: isNew ? (201 as const) : (200 as const), answer }
  })
}
