import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { readLinkUse } from '../../frame/rows/tenants.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** The consequences when a tenant's share links, or those with its `host`, lead nowhere; null without live links. */
export async function linkConsequences(
  ctx: Context,
  tenantId: TenantId,
  host: string | null = null,
): Promise<string | null> {
  if (modeOf(tenantId) === 'test') return null
  const since = ctx.clock.now() - DAYS * DAY_MS
  const { codes, more, clicks } = await ctx.readTenant(tenantId, (tx) => readLinkUse(tx, since))
  if (codes === 0 && !more) return null
  const which = host === null ? tenantId : `${tenantId} with the host ${host}`
  return `Share links of ${which} stop leading to the landing page: ${more ? 'at least ' : ''}${codes} codes, ${clicks} clicks in the last ${DAYS} days.`
}
