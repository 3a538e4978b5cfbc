import { useTenant } from './use-tenant.ts'

/** What the role of the person at this merchant allows. The service decides; this only hides what it would refuse. */
export function useRole() {
  const role = useTenant()?.merchant.role ?? 'analyst'
  const isAdmin = role === 'owner' || role === 'admin'
  return { role, isOwner: role === 'owner', canWrite: isAdmin, canReview: isAdmin || role === 'reviewer' }
}
