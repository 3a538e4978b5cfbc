import type { listWebhooks } from '@goodword/contract/endpoints/list-webhooks'
import { readReceivers } from '../../../operations/outbound/webhooks/read-receivers.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListWebhooks: Handler<typeof listWebhooks> = async (ctx, { tenant, query }) => {
  const found = await readReceivers(ctx, tenant.tenantId, listQuestion(query).page)
  return { ...listAnswer(found), webhooks: found.rows }
}
