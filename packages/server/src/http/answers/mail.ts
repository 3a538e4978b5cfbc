import type { Mail } from '@goodword/contract/mail'
import { mailReasons } from '@goodword/domain/mail'
import type { ListedMail } from '../../operations/outbound/mails/read-mails.ts'

export function mailAnswer(row: ListedMail): Mail {
  const { id, kind, state, reason, attempts } = row
  return {
    id,
    kind,
    state,
    reason,
    message: reason === null ? null : mailReasons[reason],
    replyCode: row.reply_code,
    attempts,
    accountId: row.account,
    userId: row.user_id,
    referralId: row.referral_id,
    rewardId: row.reward_id,
    dateCreated: row.created_at,
    dateDue: row.due_at,
    dateFinished: row.finished_at,
  }
}
