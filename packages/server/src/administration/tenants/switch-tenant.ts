import type { TenantId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { disableTenant, enableTenant } from '../../frame/rows/tenants.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'

export type SwitchedTenant = {
  readonly alias: TenantId
  readonly enabled: boolean
  /** False when it already was so. */
  readonly changed: boolean
}

/**
 * Takes a tenant out of service or back in, within 5 seconds. While it is out, its keys open nothing, its share links lead
 * nowhere, and nothing that it has is changed.
 *
 * @throws OperatorError for an unknown alias
 */
export async function switchTenant(ctx: Context, alias: string, enabled: boolean): Promise<SwitchedTenant> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const changed = await inDirectory(ctx.db, async (tx) => {
    const isDone = enabled
      ? await enableTenant(tx, tenantId)
      : await disableTenant(tx, tenantId, ctx.clock.now())
    if (isDone) await audit(tx, ctx, tenantId, enabled ? 'tenant.enable' : 'tenant.disable')
    return isDone
  })
  return { alias: tenantId, enabled, changed }
}
