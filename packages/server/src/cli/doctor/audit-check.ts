import { verifyAudit } from '../../operations/administration/audit/verify-audit.ts'
import { readTenants } from '../../operations/administration/tenants/switch-tenant.ts'
import type { Context } from '../../operations/foundation/context.ts'
import type { Check } from './check.ts'

/** Bounds that keep the check short; `audit verify` has none. */
const MAX_TENANTS = 200
const NEWEST_ENTRIES = 100

/** Looks at the newest entries of the audit log. */
export async function checkAudit(ctx: Context): Promise<Check> {
  const name = 'audit log'
  const tenants = await readTenants(ctx)
  let checked = 0
  for (const { alias } of tenants.slice(0, MAX_TENANTS)) {
    const verified = await verifyAudit(ctx, alias, { newest: NEWEST_ENTRIES })
    if (verified.broken !== null) {
      const message = `The audit log of ${alias} was changed. ${verified.broken.message} "goodword-server audit verify ${alias}" checks all of it; compare it with a backup.`
      return { name, ok: false, message }
    }
    checked += verified.checked
  }
  const all = tenants.length > MAX_TENANTS ? `the first ${MAX_TENANTS} programs` : 'each program'
  return { name, ok: true, message: `The newest entries of ${all} fit together (${checked} in all).` }
}
