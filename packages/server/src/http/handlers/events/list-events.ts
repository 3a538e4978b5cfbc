import type { listEvents } from '@goodword/contract/endpoints/list-events'
import { DEFAULT_LIMIT } from '@goodword/contract/list'
import { readEvents } from '../../../operations/outbound/events/read-events.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListEvents: Handler<typeof listEvents> = async (ctx, { tenant, query }) => {
  const { events, total, nextCursor } = await readEvents(ctx, tenant.tenantId, {
    type: query.type ?? null,
    accountId: query.accountId ?? null,
    after: query.after ?? null,
    limit: query.limit ?? DEFAULT_LIMIT,
    countAll: query.totalCount === 'exact',
  })
  return { count: events.length, totalCount: total, nextCursor, events }
}
