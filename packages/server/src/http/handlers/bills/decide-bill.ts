import type { mendBill } from '@goodword/contract/endpoints/mend-bill'
import type { waiveBill } from '@goodword/contract/endpoints/waive-bill'
import { billAnswer } from '../../../operations/billing/bills/bill-answer.ts'
import * as bills from '../../../operations/billing/bills/decide-bill.ts'
import { actingCaller, personalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleMendBill: Handler<typeof mendBill> = async (ctx, { tenant, params, principal }) =>
  billAnswer(await bills.mendBill(ctx, tenant.tenantId, params.billId, actingCaller(principal)))

export const handleWaiveBill: Handler<typeof waiveBill> = async (ctx, call) =>
  billAnswer(await bills.waiveBill(ctx, call.tenant.tenantId, call.params.billId, personalReason(call)))
