import type { MailKind } from '@goodword/domain/outbound/mail'
import { loadProgram } from '../../../store/directory/programs.ts'
import type { RowOf } from '../../../store/driver/rows.ts'
import type { RewardRow } from '../../../store/ledger/rewards.ts'
import { loadMailReferrals, loadMailRewards } from '../../../store/mails/mail-subjects.ts'
import { insertMails } from '../../../store/mails/mails.ts'
import type { Tables } from '../../../store/tables.generated.ts'
import type { Transaction } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'

type Event = { readonly event: Pick<Tables['event'], 'type' | 'referral_id' | 'reward_id'> }

/** A reward is available after one of these, at once or at a time that it has by then. */
const availableAfter: ReadonlySet<string> = new Set(['reward.created', 'reward.given'])

/**
 * Creates the e-mails that follow from events, in the transaction that publishes them. Whether each is sent is decided when
 * it is due.
 */
export async function createMails(tx: Transaction, events: readonly Event[]): Promise<void> {
  const started = idsOf(events, 'referral.started')
  const rewards = events.flatMap(({ event: { type, reward_id: id } }) =>
    availableAfter.has(type) && id !== null ? [id] : [],
  )
  if (started.length + rewards.length === 0) return
  const kinds: readonly MailKind[] = settingsOf((await loadProgram(tx)).settings).emails?.kinds ?? []
  const [aboutFriends, aboutRewards] = await Promise.all([
    kinds.includes('FRIEND_JOINED') ? loadMailReferrals(tx, started) : [],
    kinds.includes('REWARD_EARNED') ? loadMailRewards(tx, [...new Set(rewards)]) : [],
  ])
  storeMails(tx, [
    ...aboutFriends.map((row) =>
      newMail(tx, 'FRIEND_JOINED', row.id, tx.now, {
        account_id: row.referring_account_id,
        participant_id: row.referring_participant_id,
        referral_id: row.id,
        reward_id: null,
      }),
    ),
    ...aboutRewards.flatMap((row) => rewardMail(tx, 'REWARD_EARNED', row, row.given_at)),
  ])
}

/** An e-mail about a reward; none for a reward without a time. */
export function rewardMail(
  tx: Transaction,
  kind: MailKind,
  row: RewardRow,
  dueAt: number | null,
): readonly RowOf<'mail'>[] {
  if (dueAt === null) return []
  const { id, account_id, participant_id, referral_id } = row
  const about = { account_id, participant_id, referral_id, reward_id: id }
  return [newMail(tx, kind, id, Math.max(dueAt, tx.now), about)]
}

/** Adds e-mails that do not exist, and the job that sends them. */
export function storeMails(tx: Transaction, mails: readonly RowOf<'mail'>[]): void {
  if (mails.length === 0) return
  insertMails(tx, mails)
  const dueAt = mails.reduce((earliest, it) => Math.min(earliest, it.due_at), Number.POSITIVE_INFINITY)
  enqueueJob(tx, { kind: 'SEND_MAILS', subject: '', dueAt })
}

type Recipient = Pick<RowOf<'mail'>, 'account_id' | 'participant_id' | 'referral_id' | 'reward_id'>

function newMail(
  tx: Transaction,
  kind: MailKind,
  subject: string,
  dueAt: number,
  recipient: Recipient,
): RowOf<'mail'> {
  return {
    id: tx.newId<string>(),
    kind,
    subject,
    ...recipient,
    state: 'WAITING',
    reason: null,
    reply_code: null,
    attempts: 0,
    due_at: dueAt,
    created_at: tx.now,
    finished_at: null,
  }
}

function idsOf(events: readonly Event[], type: string) {
  return events.flatMap(({ event }) =>
    event.type === type && event.referral_id !== null ? [event.referral_id] : [],
  )
}
