import type { listStaff } from '@goodword/contract/endpoints/list-staff'
import { listTeam } from '../../../operations/administration/staff/list-team.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListStaff: Handler<typeof listStaff> = async (ctx, { tenant }) => ({
  staff: await listTeam(ctx, tenant.tenantId),
})
