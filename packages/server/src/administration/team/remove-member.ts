import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { deleteMember, lockMembers } from '../rows/members.ts'
import { changeTeam } from './change-team.ts'
import { requireGivable, requireReplaceable } from './team-refusals.ts'

/**
 * Removes a person from the merchant's staff; who belongs to no other merchant is deleted with their sessions.
 *
 * @throws Refusal STAFF_NOT_FOUND, LAST_OWNER or INSUFFICIENT_SCOPE
 */
export async function removeMember(
  ctx: Context,
  tenantId: TenantId,
  { staffId, callerRole }: { readonly staffId: StaffId; readonly callerRole: StaffRole },
): Promise<{ id: StaffId }> {
  await changeTeam(ctx, tenantId, async (tx, merchantId) => {
    const role = requireReplaceable(await lockMembers(tx, merchantId), staffId, null)
    requireGivable(callerRole, [role])
    await deleteMember(tx, merchantId, staffId)
    await audit(tx, ctx, tenantId, 'staff.remove', { staffId, role })
  })
  return { id: staffId }
}
