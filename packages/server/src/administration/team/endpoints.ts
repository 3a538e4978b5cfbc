import { endpoints } from '@goodword/contract/all-endpoints'
import { staffOf } from '../../frame/http/access/authenticate.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listMails } from '../notices/staff-mails.ts'
import { changeRole } from './change-role.ts'
import { listInvitations, withdrawInvitation } from './invitations.ts'
import { invite } from './invite.ts'
import { listTeam } from './list-team.ts'
import { removeMember } from './remove-member.ts'

/** The team. */
export function staffEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listStaff, async (ctx, { tenant }) => ({
    staff: await listTeam(ctx, tenant.tenantId),
  }))
  serve(endpoints.changeStaffRole, async (ctx, { tenant, principal, params, body }) =>
    changeRole(ctx, tenant.tenantId, {
      ...params,
      ...body,
      callerRole: staffOf(principal).role,
    }),
  )
  serve(endpoints.removeStaff, async (ctx, { tenant, principal, params }) =>
    removeMember(ctx, tenant.tenantId, {
      ...params,
      callerRole: staffOf(principal).role,
    }),
  )
  serve(endpoints.listStaffInvitations, async (ctx, { tenant }) => ({
    invitations: await listInvitations(ctx, tenant.tenantId),
  }))
  serve(endpoints.inviteStaff, async (ctx, { tenant, principal, body }) =>
    invite(ctx, tenant.tenantId, { ...body, callerRole: staffOf(principal).role }),
  )
  serve(endpoints.withdrawStaffInvitation, async (ctx, { tenant, params }) =>
    withdrawInvitation(ctx, tenant.tenantId, params.invitationId),
  )
  serve(endpoints.listStaffMails, async (ctx, { tenant }) => ({
    mails: await listMails(ctx, tenant.tenantId),
  }))
}
