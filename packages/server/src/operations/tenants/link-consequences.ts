import { modeOf, type TenantId } from '@goodword/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../store/database.ts'
import { readTenant } from '../../store/tenant-tx.ts'
import { readLinkUse } from '../../store/tenants.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** What stops when share links of a tenant, or those with its `host`, lead nowhere; null when no live link is out there. */
export async function linkConsequences(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  tenantId: TenantId,
  host: string | null = null,
): Promise<string | null> {
  if (modeOf(tenantId) === 'test') return null
  const since = clock.now() - DAYS * DAY_MS
  const { codes, more, clicks } = await readTenant(db, tenantId, (tx) => readLinkUse(tx, since))
  if (codes === 0 && !more) return null
  const which = host === null ? tenantId : `${tenantId} with the host ${host}`
  return `Share links of ${which} stop leading to the landing page: ${more ? 'at least ' : ''}${codes} codes, ${clicks} clicks in the last ${DAYS} days.`
}
