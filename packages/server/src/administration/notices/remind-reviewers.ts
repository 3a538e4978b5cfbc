import { mayReview } from '@goodword/domain/staff/staff-role'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { addDays } from '@goodword/domain/values/interval'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { MailServer } from '../../engine/mail-server/mail-server.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { findMerchantName } from '../../frame/rows/directory.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { countOverdue, MAX_TOTALLED } from '../../referring/referrals/rows/review-figures.ts'
import { listMembers, type MemberRow } from '../rows/members.ts'
import { findMerchantId } from '../rows/memberships.ts'
import { findStaffMail, setStaffMailState } from '../rows/staff-mails.ts'
import { keepLetter, letterMessage, openedText } from './staff-mails.ts'

/** The roles that decide what waits. */

export type Reminder = { readonly isLastAttempt: boolean; readonly signal: AbortSignal }

/**
 * Reminds each person of staff who decides about referrals that so many are overdue, by e-mail: the job that the transaction
 * enqueued in which they became it. Without a subject it keeps an e-mail for each person and enqueues a job for each; with the ID
 * of one it sends that, again with the same Message-ID if it was interrupted. Nothing without a mail server or for test data.
 */
export async function remindReviewers(
  ctx: Context,
  tenantId: TenantId,
  subject: string,
  reminder: Reminder,
): Promise<void> {
  const { mailServer } = ctx
  if (mailServer === null || modeOf(tenantId) === 'test') return
  if (subject === '') await writeReminders(ctx, tenantId)
  else await sendReminder(ctx, mailServer, tenantId, subject, reminder)
}

async function writeReminders(ctx: Context, tenantId: TenantId): Promise<void> {
  const overdue = await ctx.readTenant(tenantId, overdueIn)
  if (overdue === 0) return
  const { merchantId, merchant } = await inDirectory(ctx.db, async (tx) => ({
    merchantId: await findMerchantId(tx, tenantId),
    merchant: await findMerchantName(tx, tenantId),
  }))
  if (merchantId === null) return
  const link = `${ctx.baseUrl}/portal/${tenantId}/review`
  const subject = `Referrals of ${merchant ?? tenantId} wait for a decision`
  const ids: string[] = []
  for (const { email } of await reviewersOf(ctx, tenantId)) {
    const text = textOf(overdue, link)
    ids.push(await keepLetter(ctx, { merchantId, recipient: email, subject, text }))
  }
  await ctx.writeTenant(tenantId, async (tx) => {
    enqueueJobs(
      tx,
      ids.map((id) => ({ kind: 'REMIND_REVIEWERS', subject: id })),
    )
  })
}

async function sendReminder(
  ctx: Context,
  mailServer: MailServer,
  tenantId: TenantId,
  id: string,
  { isLastAttempt, signal }: Reminder,
): Promise<void> {
  const mail = await findStaffMail(ctx.db, id)
  if (mail?.state !== 'KEPT') return
  const { recipient, subject, created_at: sentAt } = mail
  const reviewers = await reviewersOf(ctx, tenantId)
  const text = openedText(ctx, mail)
  if (text === null || reviewers.every((it) => it.email !== recipient)) return
  const message = letterMessage(ctx, { id, recipient, subject, sentAt }, text)
  const outcome = await mailServer.send(message, signal)
  if (outcome.kind === 'accepted') return setStaffMailState(ctx.db, id, 'SENT')
  if (outcome.kind === 'refused' || isLastAttempt) return setStaffMailState(ctx.db, id, 'FAILED')
  throw new Error(
    `the mail server took no e-mail: ${outcome.kind === 'deferred' ? outcome.replyCode : outcome.reason}`,
  )
}

async function overdueIn(tx: Transaction): Promise<number> {
  const { reviewDays } = programOf((await loadProgram(tx)).settings)
  return reviewDays === null ? 0 : countOverdue(tx, addDays(tx.now, -reviewDays))
}

async function reviewersOf(ctx: Context, tenantId: TenantId): Promise<readonly MemberRow[]> {
  const members = await listMembers(ctx.db, tenantId)
  return members.filter((it) => mayReview(it.role))
}

function textOf(overdue: number, link: string): string {
  const atLeast = overdue < MAX_TOTALLED ? '' : 'At least '
  const wait = overdue === 1 ? '1 referral waits' : `${atLeast}${overdue} referrals wait`
  return [
    'Hello,',
    '',
    `${wait} for a decision longer than your program's review period says. The referrers see that their reward is checked.`,
    '',
    `Decide under Review: ${link}`,
    '',
    'You get this e-mail once for each referral that is held, and at most once a day.',
    '',
  ].join('\n')
}
