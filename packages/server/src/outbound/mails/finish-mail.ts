import type { MailReason } from '@goodword/domain/outbound/mail'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { reportMail } from '../../engine/signals/mail-events.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { mailServerOf } from './mail-server-of.ts'
import { type MailRow, updateMail } from './rows/mails.ts'

/** Why e-mails of a tenant are kept and not sent; null if they are sent. */
export function keptReason(ctx: Context, tenantId: TenantId): MailReason | null {
  if (mailServerOf(ctx, tenantId) !== null) return null
  return modeOf(tenantId) === 'test' ? 'TEST_MODE' : 'NO_MAIL_SERVER'
}

/** Ends an e-mail that is not sent; returns null, as nothing is to be done. */
export function finishMail(
  tx: Transaction,
  mail: MailRow,
  state: 'KEPT' | 'SKIPPED',
  reason: MailReason,
): null {
  updateMail(tx, { ...mail, state, reason, finished_at: tx.now })
  const outcome = state === 'KEPT' ? 'kept' : 'skipped'
  tx.afterCommit(() => reportMail({ kind: mail.kind, outcome, durationMs: null }))
  return null
}
