import type { reportPaymentReversal as endpoint } from '@goodword/contract/endpoints/report-payment-reversal'
import { priceToNumber } from '@goodword/domain/money'
import { reportReversal } from '../../../operations/billing/payments/report-reversal.ts'
import { actingCaller } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

/** 201 when it is reported first, 200 on a repeat. */
export const handleReportPaymentReversal: Handler<typeof endpoint> = async (
  ctx,
  { tenant, principal, body },
) => {
  const { accountId, kind, reference } = body
  const { isNew, amount, date, effect } = await reportReversal(ctx, tenant.tenantId, {
    accountId,
    kind,
    amount: body.amount ?? null,
    date: body.date ?? null,
    reference,
    by: actingCaller(principal),
  })
  const amountAnswer = amount === null ? null : priceToNumber(amount)
  const answer = { accountId, kind, amount: amountAnswer, date, reference, effect }
  return { status: isNew ? 201 : 200, answer }
}
