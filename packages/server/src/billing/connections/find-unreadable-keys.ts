import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { loadConnection } from '../rows/connections.ts'
import { openCredentials } from './processor-client.ts'

/** The tenants whose keys at the processor were encrypted with another secret key than that of the context. */
export async function findUnreadableKeys(ctx: Context): Promise<readonly TenantId[]> {
  const found: TenantId[] = []
  for await (const tenantId of allTenantIds(ctx.db)) {
    const row = await ctx.readTenant(tenantId, loadConnection)
    if (row !== null && openCredentials(ctx, tenantId, row) === null) found.push(tenantId)
  }
  return found
}
