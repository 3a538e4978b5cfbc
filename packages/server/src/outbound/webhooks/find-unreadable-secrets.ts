import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { openSecret } from './receiver-secrets.ts'
import { allReceivers } from './rows/webhook-receivers.ts'

/** The tenants with a webhook receiver whose secret was encrypted with another secret key than that of the context. */
export async function findUnreadableSecrets(ctx: Context): Promise<readonly TenantId[]> {
  const found: TenantId[] = []
  for await (const tenantId of allTenantIds(ctx.db)) {
    const receivers = await ctx.readTenant(tenantId, allReceivers)
    const isUnreadable = receivers.some((it) => openSecret(ctx, tenantId, it.id, it.secret_box) === null)
    if (isUnreadable) found.push(tenantId)
  }
  return found
}
