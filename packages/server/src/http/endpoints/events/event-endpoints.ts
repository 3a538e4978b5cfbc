import { endpoints } from '@goodword/contract/endpoints/all'
import { DEFAULT_LIMIT } from '@goodword/contract/list'
import type { AccountId } from '@goodword/domain/values/ids'
import { readEvents } from '../../../operations/outbound/events/read-events.ts'
import { readTimeline } from '../../../operations/outbound/events/read-timeline.ts'
import { timelineEventAnswer } from '../../../operations/outbound/events/timeline-event-answer.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** What happened to an account, and the feed of events. */
export function eventEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listAccountEvents, async (ctx, { tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const page = await readTimeline(ctx, tenant.tenantId, accountId, listQuestion(query).page)
    const events = page.rows.map(({ referredAccountId, referredUser, ...event }) => ({
      ...timelineEventAnswer(event),
      referredAccountId,
      referredUser,
    }))
    return { ...listAnswer(page), events }
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
