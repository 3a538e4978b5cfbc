import { Refusal } from '@goodword/contract/frame/refusal'
import { mayGiveRole, type StaffRole } from '@goodword/domain/staff/staff-role'
import type { StaffId } from '@goodword/domain/values/ids'
import type { MemberRole } from '../rows/members.ts'

export function staffNotFound(): Refusal {
  return new Refusal('STAFF_NOT_FOUND', 'No person of the staff has this ID. Use an ID from GET staff.')
}

/**
 * The role that a person has.
 *
 * @throws Refusal STAFF_NOT_FOUND, or LAST_OWNER where they are the only owner and would not be one any more
 */
export function requireReplaceable(
  members: readonly MemberRole[],
  staffId: StaffId,
  newRole: StaffRole | null,
): StaffRole {
  const member = members.find((it) => it.staff_id === staffId)
  if (member === undefined) throw staffNotFound()
  const owners = members.filter((it) => it.role === 'owner')
  if (member.role === 'owner' && newRole !== 'owner' && owners.length === 1) {
    throw new Refusal('LAST_OWNER', 'This is the only owner. Make another person an owner first.')
  }
  return member.role
}

/**
 * Refuses to give or take a role above the caller's own.
 *
 * @throws Refusal INSUFFICIENT_SCOPE
 */
export function requireGivable(own: StaffRole, roles: readonly StaffRole[]): void {
  const above = roles.find((role) => !mayGiveRole(own, role))
  if (above === undefined) return
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `Your role is ${own}, so you cannot give or take the role ${above}. Ask an owner of your team.`,
  )
}
