import { areCountable } from '@goodword/domain/values/countable-ids'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { loadNewestAccountIds } from '../../tracking/rows/newest-accounts.ts'

/** Whether the ids of the next accounts can be guessed from those of the newest ones. */
export function areIdsCountable(ctx: Context, tenantId: TenantId): Promise<boolean> {
  return ctx.readTenant(tenantId, async (tx) => areCountable(await loadNewestAccountIds(tx)))
}
