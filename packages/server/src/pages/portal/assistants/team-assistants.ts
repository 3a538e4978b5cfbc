import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  limitOfAssistants,
  readTeamAssistants,
  removeTeamAssistant,
} from '../../../administration/assistants/own-assistants.ts'
import { noteOwnAct } from '../../../administration/notices/note-act.ts'
import { findStaffMember } from '../../../administration/sign-in/read-session.ts'
import type { Context } from '../../../frame/context.ts'
import { libraryHeaders } from '../../../frame/http/requests/library-headers.ts'
import type { StaffMember } from '../../../frame/staff-member.ts'
import { noSession } from '../library-call.ts'
import { clientOf } from '../noted-acts.ts'
import { portalRoute } from '../portal-route.ts'
import { assistantIdOf } from './assistants.ts'

/** The assistants of a whole team, for its owners and admins, who can end each. */
export function serveTeamAssistants(app: FastifyInstance, ctx: Context): void {
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/assistants/team/:tenantAlias',
    body: null,
    async answer({ request }) {
      const { merchantId } = await requireAdmin(ctx, request)
      return { limit: limitOfAssistants, assistants: await readTeamAssistants(ctx, merchantId) }
    },
  })
  portalRoute(app, ctx, {
    method: 'DELETE',
    url: '/portal/assistants/team/:tenantAlias/:assistantId',
    body: null,
    async answer({ request }) {
      const { merchantId, staffId } = await requireAdmin(ctx, request)
      const assistantId = assistantIdOf(request)
      const removed = await removeTeamAssistant(ctx, merchantId, assistantId)
      const details = { assistantId, assistant: removed?.name, allowedBy: removed?.allowedBy }
      if (removed !== null)
        await noteOwnAct(ctx, staffId, clientOf(request), 'staff.remove-assistant', details)
      return {}
    },
  })
}

async function requireAdmin(ctx: Context, request: FastifyRequest): Promise<StaffMember> {
  const alias = String(Object(request.params).tenantAlias)
  const member = await findStaffMember(ctx, libraryHeaders(request), alias)
  if (member === null) throw noSession()
  if (member.role === 'owner' || member.role === 'admin') return member
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `Your role is ${member.role}, and this requires the role owner or admin. Ask an owner of your team.`,
  )
}
