import type { listAccountEvents } from '@goodword/contract/endpoints/list-account-events'
import type { AccountId } from '@goodword/domain/ids'
import { sentenceOf } from '@goodword/domain/outcome'
import type { EventReading } from '../../operations/events/read-timeline.ts'
import { listAnswer, pageQuestion } from '../answers/list.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleListAccountEvents(it: RouteDependencies): Handler<typeof listAccountEvents> {
  return async ({ tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const page = await it.operations.readTimeline(tenant.tenantId, accountId, pageQuestion(query))
    return { ...listAnswer(page), events: page.rows.map(eventAnswer) }
  }
}

function eventAnswer({ at, ...event }: EventReading) {
  return { ...event, message: sentenceOf(event.reason), date: at }
}
