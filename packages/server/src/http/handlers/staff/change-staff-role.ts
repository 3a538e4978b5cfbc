import type { changeStaffRole } from '@goodword/contract/endpoints/change-staff-role'
import { changeRole } from '../../../operations/administration/staff/change-role.ts'
import { staffOf } from '../../requests/authenticate.ts'
import type { Handler } from '../../server/handler.ts'

export const handleChangeStaffRole: Handler<typeof changeStaffRole> = async (
  ctx,
  { tenant, principal, params, body },
) =>
  changeRole(ctx, tenant.tenantId, {
    ...params,
    ...body,
    callerRole: staffOf(principal).role,
  })
