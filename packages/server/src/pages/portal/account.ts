import { Refusal } from '@goodword/contract/frame/refusal'
import { personName } from '@goodword/contract/frame/values'
import { isUuid } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { removeAllOwnAssistants } from '../../administration/assistants/own-assistants.ts'
import { noteOwnAct } from '../../administration/notices/note-act.ts'
import { changeOwnName, endOwnSessions, readOwnSessions } from '../../administration/sign-in/own-sessions.ts'
import { findSession, findStaffMember } from '../../administration/sign-in/read-session.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import type { StaffMember } from '../../frame/staff-member.ts'
import { callLibrary, noSession } from './library-call.ts'
import { clientOf, notingRefusals } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'
import { newPassword } from './welcome.ts'

const ChangePassword = Type.Object({
  currentPassword: Type.String({ minLength: 1, maxLength: 256 }),
  newPassword,
})
const Name = Type.Object({ name: personName('The person’s name.') })

/** The session of a request that requires one; also while the library would take a failing database for no session. */
export async function requireSession(ctx: Context, request: FastifyRequest) {
  const session = await findSession(ctx, libraryHeaders(request))
  if (session === null) throw noSession()
  return session
}

/** A person's own name, password and sessions. */
export function serveAccount(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/change-password',
    body: ChangePassword,
    async answer({ request, reply, body }) {
      const { email, staff_id: staffId } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      await notingRefusals(ctx, request, { staffId }, () =>
        callLibrary(
          ctx,
          request,
          reply,
          (api, headers) =>
            api.changePassword({ body: { ...body, revokeOtherSessions: true }, headers, asResponse: true }),
          'currentPassword',
        ),
      )
      await removeAllOwnAssistants(ctx, staffId)
      await noteOwnAct(ctx, staffId, clientOf(request), 'staff.change-password')
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'PUT',
    url: '/portal/account',
    body: Name,
    async answer({ request, body: { name } }) {
      const session = await requireSession(ctx, request)
      await noteOwnAct(ctx, session.staff_id, clientOf(request), 'staff.rename')
      await changeOwnName(ctx, session.staff_id, name)
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/account/sessions',
    body: null,
    async answer({ request }) {
      const session = await requireSession(ctx, request)
      return { sessions: await readOwnSessions(ctx, session.staff_id, session.id) }
    },
  })
  portalRoute(app, ctx, {
    method: 'DELETE',
    url: '/portal/account/sessions',
    body: null,
    async answer({ request }) {
      const session = await requireSession(ctx, request)
      await noteOwnAct(ctx, session.staff_id, clientOf(request), 'staff.end-sessions')
      await endOwnSessions(ctx, session.staff_id, { exceptId: session.id })
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'DELETE',
    url: '/portal/account/sessions/:sessionId',
    body: null,
    async answer({ request }) {
      const session = await requireSession(ctx, request)
      const id = sessionIdOf(request)
      await noteOwnAct(ctx, session.staff_id, clientOf(request), 'staff.end-sessions', { sessionId: id })
      await endOwnSessions(ctx, session.staff_id, { id })
      return {}
    },
  })
}

/** The person of staff of a program who makes a request. @throws Refusal UNAUTHORIZED without a session there */
export async function requireMember(
  ctx: Context,
  request: FastifyRequest,
  alias: string,
): Promise<StaffMember> {
  const member = await findStaffMember(ctx, libraryHeaders(request), alias)
  if (member === null) throw noSession()
  return member
}

function sessionIdOf({ params }: FastifyRequest): string {
  const id = String(Object(params).sessionId)
  if (isUuid(id)) return id
  throw new Refusal('VALIDATION_FAILED', '"sessionId" must be the ID of a session.', 'sessionId')
}
