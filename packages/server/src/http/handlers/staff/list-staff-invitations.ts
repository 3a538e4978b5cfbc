import type { listStaffInvitations } from '@goodword/contract/endpoints/list-staff-invitations'
import { listInvitations } from '../../../operations/administration/staff/invitations.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListStaffInvitations: Handler<typeof listStaffInvitations> = async (ctx, { tenant }) => ({
  invitations: await listInvitations(ctx, tenant.tenantId),
})
