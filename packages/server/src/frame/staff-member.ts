import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, Mode, StaffId, TenantId } from '@goodword/domain/values/ids'

/** A person of staff who calls the API of a tenant, with their role at its merchant. */
export type StaffMember = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly merchantId: MerchantId
  readonly staffId: StaffId
  readonly email: string
  readonly role: StaffRole
  /** Whether the sign-in was within the last 15 minutes, or the person has nothing to sign in with again. */
  readonly isRecent: boolean
}
