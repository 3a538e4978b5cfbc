import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { noteOwnAct } from '../../administration/notices/note-act.ts'
import { findSession } from '../../administration/sign-in/read-session.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import { callLibrary } from './library-call.ts'
import { clientOf, noteSignIn, notingRefusals } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'

const SignIn = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 256 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
})

/** Signing in with a password, and signing out. */
export function serveSignIn(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/sign-in/email',
    body: SignIn,
    async answer({ request, reply, body: { email, password } }) {
      await limits.admitSignIn(email, request.ip)
      const answer = await notingRefusals(ctx, request, { email }, () =>
        callLibrary(ctx, request, reply, (api, headers) =>
          api.signInEmail({ body: { email, password }, headers, asResponse: true }),
        ),
      )
      await noteSignIn(ctx, request, reply, 'PASSWORD')
      return { next: answer.twoFactorRedirect === true ? 'SECOND_FACTOR' : 'SIGNED_IN' }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/sign-out',
    body: null,
    async answer({ request, reply }) {
      const session = await findSession(ctx, libraryHeaders(request))
      if (session !== null) await noteOwnAct(ctx, session.staff_id, clientOf(request), 'staff.sign-out')
      await callLibrary(ctx, request, reply, (api, headers) => api.signOut({ headers, asResponse: true }))
      return { next: 'SIGNED_OUT' }
    },
  })
}
