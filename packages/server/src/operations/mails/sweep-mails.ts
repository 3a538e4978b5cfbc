import type { TenantId } from '@goodword/domain/ids'
import { allTenantIds } from '../../store/directory/tenant-ids.ts'
import { deleteMails } from '../../store/mails/mails.ts'
import type { Context } from '../context.ts'

/** For so long e-mails are listed. */
export const MAIL_KEPT_MS = 30 * 24 * 3_600_000

/** Few enough that no transaction is long. */
const LARGEST_BATCH = 500

/** Deletes old e-mails of all tenants; an aborted signal ends it between transactions. */
export async function sweepMails(ctx: Context, signal: AbortSignal): Promise<void> {
  for await (const tenantId of allTenantIds(ctx.db)) {
    if (signal.aborted) return
    await sweepTenant(ctx, tenantId, signal)
  }
}

async function sweepTenant(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<void> {
  let deleted = LARGEST_BATCH
  while (deleted === LARGEST_BATCH && !signal.aborted) {
    deleted = await ctx.writeTenant(tenantId, (tx) => deleteMails(tx, tx.now - MAIL_KEPT_MS, LARGEST_BATCH))
  }
}
