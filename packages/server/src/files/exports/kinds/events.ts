import type { ExportedEvent } from '@goodword/contract/files/exported-records'
import { timeCell } from '@goodword/domain/files/csv-record'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import { timelineEventAnswer } from '../../../outbound/events/timeline-event-answer.ts'
import { walkEvents } from '../../rows/exported-rows.ts'
import type { ExportedKind } from '../exported-kind.ts'

export const exportedEvents: ExportedKind<ExportedEvent> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkEvents(tx, { ...range, after: position ?? range.after }, limit)
    return rows.map((row) => {
      const { account: accountId, user_external_id: userId, code: referralCode } = row
      return {
        position: row.id,
        answer: { ...timelineEventAnswer(row), accountId, userId, referralCode },
      }
    })
  },
  columns: {
    id: (it) => it.id,
    date: (it) => timeCell(it.date),
    type: (it) => it.type,
    reason: (it) => it.reason,
    message: (it) => it.message,
    actor: (it) => it.actor,
    accountId: (it) => it.accountId,
    userId: (it) => it.userId,
    referralCode: (it) => it.referralCode,
    referralId: (it) => it.referralId,
    rewardId: (it) => it.rewardId,
    note: (it) => it.note,
    author: (it) => it.author,
  },
}
