import type { listDeliveries } from '@goodword/contract/endpoints/list-deliveries'
import { readDeliveries } from '../../../operations/outbound/webhooks/read-deliveries.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListDeliveries: Handler<typeof listDeliveries> = async (
  ctx,
  { tenant, params, query },
) => {
  const { filter, page } = listQuestion(query)
  const found = await readDeliveries(ctx, tenant.tenantId, params.webhookId, filter, page)
  return { ...listAnswer(found), deliveries: found.rows }
}
