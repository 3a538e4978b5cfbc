import type { TenantId } from '@goodword/domain/ids'
import { tenantIdsAfter } from '../../store/directory/tenant-ids.ts'
import { loadConnection } from '../../store/processor/connections.ts'
import type { Context } from '../context.ts'
import { privateKeyOf } from './processor-client.ts'

const TENANTS_AT_ONCE = 100

/** The tenants whose private key at the processor was encrypted with another secret key than that of the context. */
export async function findUnreadableKeys(ctx: Context): Promise<readonly TenantId[]> {
  const found: TenantId[] = []
  let last = ''
  for (;;) {
    const tenants = await tenantIdsAfter(ctx.db, last, TENANTS_AT_ONCE)
    for (const tenantId of tenants) {
      const row = await ctx.readTenant(tenantId, loadConnection)
      if (row !== null && privateKeyOf(ctx, tenantId, row) === null) found.push(tenantId)
    }
    last = tenants.at(-1) ?? ''
    if (tenants.length < TENANTS_AT_ONCE) return found
  }
}
