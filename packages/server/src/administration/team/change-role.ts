import type { Member } from '@goodword/contract/staff/staff'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { lockMembers, setMemberRole } from '../rows/members.ts'
import { changeTeam } from './change-team.ts'
import { readMember } from './list-team.ts'
import { requireGivable, requireReplaceable } from './team-refusals.ts'

export type RoleChange = {
  readonly staffId: StaffId
  readonly role: StaffRole
  /** The role of who does it; the operator counts as an owner. */
  readonly callerRole: StaffRole
}

/**
 * Changes the role of a person of the merchant's staff.
 *
 * @throws Refusal STAFF_NOT_FOUND, LAST_OWNER or INSUFFICIENT_SCOPE
 */
export async function changeRole(
  ctx: Context,
  tenantId: TenantId,
  { staffId, role, callerRole }: RoleChange,
): Promise<Member> {
  await changeTeam(ctx, tenantId, async (tx, merchantId) => {
    const before = requireReplaceable(await lockMembers(tx, merchantId), staffId, role)
    requireGivable(callerRole, [before, role])
    if (before === role) return
    await setMemberRole(tx, merchantId, { staffId, role })
    await audit(tx, ctx, tenantId, 'staff.change-role', { staffId, before, role })
  })
  return readMember(ctx, tenantId, staffId)
}
