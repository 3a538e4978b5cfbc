import type { removeStaff } from '@goodword/contract/endpoints/remove-staff'
import { removeMember } from '../../../operations/administration/staff/remove-member.ts'
import { staffOf } from '../../requests/authenticate.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRemoveStaff: Handler<typeof removeStaff> = async (ctx, { tenant, principal, params }) =>
  removeMember(ctx, tenant.tenantId, {
    ...params,
    callerRole: staffOf(principal).role,
  })
