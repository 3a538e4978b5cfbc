import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { loadConnection, recordHook } from '../rows/connections.ts'

/**
 * Whether a token is in the notification URL of a tenant: that of the current secret key, or that of a key from before a rotation
 * until a notification arrived at the new URL. The tenant need not exist.
 */
export async function isTokenOf(ctx: Context, tenantId: TenantId, token: string): Promise<boolean> {
  const found = ctx.secretBox.keyOfHookToken(tenantId, token)
  if (found === null || found.isCurrent) return found !== null
  const connection = await ctx.readTenant(tenantId, loadConnection)
  if (connection === null) return false
  // A rotation that is under way has not come to this connection yet.
  return connection.hook_mark === found.mark || (connection.hook_mark === null && found.isRotatedNow)
}

/** Ends the URL from before a rotation, if the token is that of the present one: the processor has called it. */
export async function endEarlierHook(ctx: Context, tenantId: TenantId, token: string): Promise<void> {
  const { secretBox } = ctx
  const found = secretBox.hasEarlierHooks() ? secretBox.keyOfHookToken(tenantId, token) : null
  if (found?.isCurrent !== true) return
  const connection = await ctx.readTenant(tenantId, loadConnection)
  if (connection === null || connection.hook_mark === null || connection.hook_mark === found.mark) return
  await ctx.writeTenant(tenantId, async (tx) => recordHook(tx, connection.id, found.mark))
}
