import { waitsSince } from '@goodword/domain/moderation/review-period'
import type { MailKind } from '@goodword/domain/outbound/mail'
import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import { addDays, startOfDay } from '@goodword/domain/values/interval'
import type { RowOf } from '../../engine/driver/rows.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { noteLetters } from '../../engine/tracing/tracing.ts'
import type { Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { waitingOf } from '../../referring/referrals/review-times-of.ts'
import type { RewardRow } from '../../tracking/rows/ledger/rewards.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import { loadMailReferrals, loadMailRewards } from './rows/mail-subjects.ts'
import { insertMails } from './rows/mails.ts'

type Event = {
  readonly event: Pick<Tables['event'], 'type' | 'actor' | 'account_id' | 'referral_id' | 'reward_id'>
}

/** The first payment of an account is one of these: of one that was referred, or of one that no longer can be. */
const paidAfter: ReadonlySet<string> = new Set(['referral.converted', 'account.closed'])

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
  const customers = newCustomers(events)
  const moderated = [...new Set(idsOf(events, 'referral.moderated'))]
  if (started.length + rewards.length + customers.length + moderated.length === 0) return
  const { emails } = settingsOf((await loadProgram(tx)).settings)
  const kinds: readonly MailKind[] = emails?.kinds ?? []
  const [aboutFriends, aboutRewards, aboutChecks] = await Promise.all([
    kinds.includes('FRIEND_JOINED') ? loadMailReferrals(tx, started) : [],
    kinds.includes('REWARD_EARNED') ? loadMailRewards(tx, [...new Set(rewards)]) : [],
    kinds.includes('REFERRAL_CHECKED') ? loadMailReferrals(tx, moderated) : [],
  ])
  storeMails(tx, [
    ...aboutFriends.map((row) => referralMail(tx, 'FRIEND_JOINED', row)),
    ...aboutChecks.filter(isChecked).map((row) => referralMail(tx, 'REFERRAL_CHECKED', row)),
    // The share was announced once; each payment of each friend would be too many e-mails.
    ...aboutRewards
      .filter((row) => row.source !== 'FRIEND_PAYMENT')
      .flatMap((row) => rewardMail(tx, 'REWARD_EARNED', row, earnedMailDue(row))),
    ...(kinds.includes('SHARE_REMINDER') && emails !== null
      ? customers.map((account) => shareReminder(tx, account, emails.shareReminderDays))
      : []),
  ])
}

/** A minute in which a job stores when the turn of a queued percentage is, which the e-mail says. */
const TURN_KNOWN_MS = 60_000

function earnedMailDue({ given_at: givenAt, unit }: RewardRow): number | null {
  return givenAt !== null && unit === QUEUED_PERCENT ? givenAt + TURN_KNOWN_MS : givenAt
}

type ReferralRow = Awaited<ReturnType<typeof loadMailReferrals>>[number]

/** Whether the referrer’s side waits for staff alone: what waits for the merchant's server, strangers may have made up. */
function isChecked(row: ReferralRow): boolean {
  return waitsSince(waitingOf(row), moderationIn(row, 'referrer')) !== null
}

/** An e-mail to the referrer, once for each referral. */
function referralMail(tx: Transaction, kind: MailKind, row: ReferralRow): RowOf<'mail'> {
  return newMail(tx, kind, { subject: row.id, ends_at: null }, tx.now, {
    account_id: row.referring_account_id,
    user_id: row.referring_user_id,
    referral_id: row.id,
    reward_id: null,
  })
}

/** A new customer is reminded once they have had time to know the product. */
function shareReminder(tx: Transaction, account: AccountKey, afterDays: number): RowOf<'mail'> {
  const about = { account_id: account, user_id: null, referral_id: null, reward_id: null }
  const dueAt = addDays(tx.now, afterDays)
  return newMail(tx, 'SHARE_REMINDER', { subject: account, ends_at: null }, dueAt, about)
}

/** Accounts that paid for the first time. Imported conversions happened long ago. */
function newCustomers(events: readonly Event[]): readonly AccountKey[] {
  return [
    ...new Set(
      events.flatMap(({ event: { type, actor, account_id: account } }) =>
        paidAfter.has(type) && actor !== 'import' && account !== null ? [account] : [],
      ),
    ),
  ]
}

/** An e-mail about a reward; none for a reward without a time. */
export function rewardMail(
  tx: Transaction,
  kind: MailKind,
  row: RewardRow,
  dueAt: number | null,
): readonly RowOf<'mail'>[] {
  if (dueAt === null) return []
  const { id, account_id, user_id, referral_id } = row
  const about = { account_id, user_id, referral_id, reward_id: id }
  return [newMail(tx, kind, subjectOf(kind, row), Math.max(dueAt, tx.now), about)]
}

/** The subject of an e-mail: a person gets one e-mail about several discounts that end on one day. */
function subjectOf(kind: MailKind, row: RewardRow): Pick<RowOf<'mail'>, 'subject' | 'ends_at'> {
  const ends_at = noticedEnd(kind, row.expires_at)
  return { subject: kind === 'DISCOUNT_ENDING' ? (row.user_id ?? row.account_id) : row.id, ends_at }
}

/** The end that an e-mail of a kind tells of; null for a kind that tells of none. */
export function noticedEnd(kind: MailKind, expiresAt: number | null): number | null {
  if (kind === 'REWARD_EXPIRING') return expiresAt
  return kind === 'DISCOUNT_ENDING' && expiresAt !== null ? startOfDay(expiresAt) : null
}

/** Adds e-mails that do not exist, and the job that sends them. */
export function storeMails(tx: Transaction, mails: readonly RowOf<'mail'>[]): void {
  if (mails.length === 0) return
  insertMails(tx, mails)
  noteLetters(mails.length)
  const dueAt = mails.reduce((earliest, it) => Math.min(earliest, it.due_at), Number.POSITIVE_INFINITY)
  enqueueJob(tx, { kind: 'SEND_MAILS', subject: '', dueAt })
}

type Recipient = Pick<RowOf<'mail'>, 'account_id' | 'user_id' | 'referral_id' | 'reward_id'>

/** An e-mail that waits until it is due. */
export function newMail(
  tx: Transaction,
  kind: MailKind,
  about: Pick<RowOf<'mail'>, 'subject' | 'ends_at'>,
  dueAt: number,
  recipient: Recipient,
): RowOf<'mail'> {
  return {
    id: tx.newId<string>(),
    kind,
    ...about,
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
