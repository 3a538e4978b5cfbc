import type { inviteStaff } from '@goodword/contract/endpoints/invite-staff'
import { invite } from '../../../operations/administration/staff/invite.ts'
import { staffOf } from '../../requests/authenticate.ts'
import type { Handler } from '../../server/handler.ts'

export const handleInviteStaff: Handler<typeof inviteStaff> = async (ctx, { tenant, principal, body }) =>
  invite(ctx, tenant.tenantId, { ...body, callerRole: staffOf(principal).role })
