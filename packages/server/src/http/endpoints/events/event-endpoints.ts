import { endpoints } from '@goodword/contract/endpoints/all'
import type { AccountId } from '@goodword/domain/values/ids'
import { readTimeline } from '../../../operations/outbound/events/read-timeline.ts'
import { timelineEventAnswer } from '../../../operations/outbound/events/timeline-event-answer.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** What happened to an account. */
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
}
