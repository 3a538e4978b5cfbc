import type { TenantId } from '@goodword/domain/values/ids'
import { allTenantIds } from '../../../store/directory/tenant-ids.ts'
import { loadConnection } from '../../../store/processor/connections.ts'
import type { Context } from '../../foundation/context.ts'
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
