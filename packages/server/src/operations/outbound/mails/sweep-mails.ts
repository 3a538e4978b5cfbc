import { deleteMails, tenantsWithOldMails } from '../../../store/mails/mails.ts'
import type { Context } from '../../foundation/context.ts'
import { inBatchesOf } from '../../foundation/in-batches.ts'

/** The time for which e-mails are listed. */
export const MAIL_KEPT_MS = 30 * 24 * 3_600_000

/** Few enough that no transaction is long. */
const MAX_BATCH = 500

/** Deletes old e-mails of the tenants that have any; an aborted signal ends it between transactions. */
export async function sweepMails(ctx: Context, signal: AbortSignal): Promise<void> {
  await inBatchesOf(ctx, tenantsWithOldMails(ctx.db, ctx.clock.now() - MAIL_KEPT_MS), {
    size: MAX_BATCH,
    work: (tx) => deleteMails(tx, tx.now - MAIL_KEPT_MS, MAX_BATCH),
    signal,
  })
}
