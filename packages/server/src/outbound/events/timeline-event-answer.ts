import type { TimelineEvent } from '@goodword/contract/accounts/timeline-event'
import { type AmountChange, amountsSentence, sentenceOf } from '@goodword/domain/referrals/outcome'
import type { EventRow } from './rows/account-events.ts'

/** An event as timelines and exports have it, without the friend. */
export function timelineEventAnswer(
  row: EventRow,
): Omit<TimelineEvent, 'referredAccountId' | 'referredUser'> {
  const { id, type, reason, actor, referral_id: referralId, reward_id: rewardId, note, author } = row
  const amounts = amountsOf(row)
  const sentences = [sentenceOf(reason), ...(amounts === null ? [] : [amountsSentence(type, amounts)])]
  const message = sentences.join(' ')
  return { id, type, reason, actor, referralId, rewardId, note, author, message, date: row.created_at }
}

/** The amounts before and after an event; null for an event without amounts. */
function amountsOf({ before_minor: before, after_minor: after, currency }: EventRow): AmountChange | null {
  if (before === null || after === null || currency === null) return null
  return { before: { minor: before, currency }, after: { minor: after, currency } }
}
