import { RECENT_SIGN_IN_MS } from '@goodword/domain/staff/staff-role'
import type { FastifyInstance } from 'fastify'
import { hasAnyStaff } from '../../administration/sign-in/one-time-links.ts'
import { findSession, readMerchants } from '../../administration/sign-in/read-session.ts'
import { ssoOf } from '../../administration/sign-in/single-sign-on.ts'
import { staffAuth } from '../../administration/sign-in/staff-auth.ts'
import type { Context } from '../../frame/context.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import { noSession } from './library-call.ts'
import { portalRoute } from './portal-route.ts'

/** Who is signed in, and how one can sign in. */
export function servePortalSession(app: FastifyInstance, ctx: Context): void {
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/session',
    body: null,
    async answer({ request, reply }) {
      const headers = libraryHeaders(request)
      const session = await findSession(ctx, headers)
      if (session === null) throw noSession()
      // Extends a session that is in use, once a day.
      const { api } = await staffAuth(ctx)
      const extended = await api.getSession({ headers, asResponse: true })
      const cookies = extended.headers.getSetCookie()
      if (cookies.length > 0) reply.header('set-cookie', cookies)
      return {
        staff: {
          id: session.staff_id,
          name: session.name,
          email: session.email,
          hasPassword: session.has_password,
          hasTwoFactor: session.has_two_factor,
          passkeys: session.passkeys,
        },
        signedInAt: session.signed_in_at,
        recentUntil: session.can_sign_in_again
          ? session.signed_in_at + RECENT_SIGN_IN_MS
          : session.expires_at,
        expiresAt: session.expires_at,
        merchants: await readMerchants(ctx, session.staff_id),
        ...signInMethods(ctx),
      }
    },
  })
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/sign-in-methods',
    body: null,
    answer: async () => ({ ...signInMethods(ctx), hasStaff: await hasAnyStaff(ctx) }),
  })
}

function signInMethods(ctx: Context) {
  return { sso: ssoOf(ctx), hasMailServer: ctx.mailServer !== null }
}
