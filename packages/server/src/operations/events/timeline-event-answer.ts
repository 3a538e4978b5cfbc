import type { TimelineEvent } from '@goodword/contract/timeline-event'
import { amountsSentence, sentenceOf } from '@goodword/domain/outcome'
import type { EventReading } from './read-timeline.ts'

export function timelineEventAnswer({ at, amounts, ...event }: EventReading): TimelineEvent {
  const sentences = [sentenceOf(event.reason), ...(amounts === null ? [] : [amountsSentence(amounts)])]
  return { ...event, message: sentences.join(' '), date: at }
}
