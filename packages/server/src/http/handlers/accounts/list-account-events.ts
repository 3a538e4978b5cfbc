import type { listAccountEvents } from '@goodword/contract/endpoints/list-account-events'
import type { AccountId } from '@goodword/domain/ids'
import { readTimeline } from '../../../operations/outbound/events/read-timeline.ts'
import { timelineEventAnswer } from '../../../operations/outbound/events/timeline-event-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListAccountEvents: Handler<typeof listAccountEvents> = async (
  ctx,
  { tenant, params, query },
) => {
  const accountId = params.accountId as AccountId
  const page = await readTimeline(ctx, tenant.tenantId, accountId, listQuestion(query).page)
  const events = page.rows.map(({ referredAccountId, referredUser, ...event }) => ({
    ...timelineEventAnswer(event),
    referredAccountId,
    referredUser,
  }))
  return { ...listAnswer(page), events }
}
