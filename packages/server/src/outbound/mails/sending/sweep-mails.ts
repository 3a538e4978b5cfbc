import { INVITED_ADDRESS_DAYS } from '@goodword/domain/outbound/invitation'
import type { Context } from '../../../frame/context.ts'
import { inBatchesOf } from '../../../frame/in-batches.ts'
import { eraseOldAddresses } from '../rows/invitations.ts'
import { deleteMails, tenantsWithOldMails } from '../rows/mails.ts'

/** The time for which e-mails are listed, and addresses of invited friends kept. */
export const MAIL_KEPT_MS = INVITED_ADDRESS_DAYS * 24 * 3_600_000

/** Few enough that no transaction is long. */
const MAX_BATCH = 500

/** Deletes old e-mails, and old addresses of invited friends, of the tenants that have any; an aborted signal ends it between transactions. */
export async function sweepMails(ctx: Context, signal: AbortSignal): Promise<void> {
  await inBatchesOf(ctx, tenantsWithOldMails(ctx.db, ctx.clock.now() - MAIL_KEPT_MS), {
    size: MAX_BATCH,
    async work(tx) {
      const until = tx.now - MAIL_KEPT_MS
      const mails = await deleteMails(tx, until, MAX_BATCH)
      return Math.max(mails, await eraseOldAddresses(tx, until, MAX_BATCH))
    },
    signal,
  })
}
