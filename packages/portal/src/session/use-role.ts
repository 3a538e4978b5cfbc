import { mayReview, rolesAllowed } from '@goodword/domain/staff/staff-role'
import { useTenant } from './use-tenant.ts'

const writers = rolesAllowed({ scope: 'write' })

/** What the role of the person at this merchant allows. The service decides; this only hides what it would refuse. */
export function useRole() {
  const role = useTenant()?.merchant.role ?? 'analyst'
  return { role, isOwner: role === 'owner', canWrite: writers.includes(role), canReview: mayReview(role) }
}
