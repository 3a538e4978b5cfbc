import type { withdrawStaffInvitation } from '@goodword/contract/endpoints/withdraw-staff-invitation'
import { withdrawInvitation } from '../../../operations/administration/staff/invitations.ts'
import type { Handler } from '../../server/handler.ts'

export const handleWithdrawStaffInvitation: Handler<typeof withdrawStaffInvitation> = async (
  ctx,
  { tenant, params },
) => withdrawInvitation(ctx, tenant.tenantId, params.invitationId)
