import type { TimelineEvent } from '@goodword/contract/accounts/timeline-event'
import { amountsSentence, sentenceOf } from '@goodword/domain/referrals/outcome'
import type { EventReading } from './read-timeline.ts'

/** An event as timelines and exports have it, without the friend. */
export function timelineEventAnswer({
  at,
  amounts,
  ...event
}: EventReading): Omit<TimelineEvent, 'referredAccountId' | 'referredUser'> {
  const sentences = [
    sentenceOf(event.reason),
    ...(amounts === null ? [] : [amountsSentence(event.type, amounts)]),
  ]
  return { ...event, message: sentences.join(' '), date: at }
}
