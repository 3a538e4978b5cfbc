import { endpoints } from '@goodword/contract/all-endpoints'
import { DEFAULT_LIMIT } from '@goodword/contract/frame/list'
import type { AccountId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { readEvents } from './read-events.ts'
import { readTimeline } from './read-timeline.ts'

export function eventEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listAccountEvents, async (ctx, { tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const page = await readTimeline(ctx, tenant.tenantId, accountId, listQuestion(query).page)
    return { ...listAnswer(page), events: page.rows }
  })
  serve(endpoints.listEvents, async (ctx, { tenant, query }) => {
    const { events, total, nextCursor } = await readEvents(ctx, tenant.tenantId, {
      type: query.type ?? null,
      accountId: query.accountId ?? null,
      order: query.order === 'NEWEST' ? 'newest' : 'oldest',
      after: query.after ?? null,
      limit: query.limit ?? DEFAULT_LIMIT,
      countAll: query.totalCount === 'exact',
    })
    return { count: events.length, totalCount: total, nextCursor, events }
  })
}
