import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance } from 'fastify'
import { endStaffSession, sessionToken } from '../../administration/sign-in/read-session.ts'
import { ssoAuth } from '../../administration/sign-in/staff-auth.ts'
import { AUTH_PATH, SSO_PROVIDER } from '../../frame/auth-names.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import { noteSignIn } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'

/** Signing in at the OpenID provider of the installation; without one there are no such addresses. */
export function serveSingleSignOn(app: FastifyInstance, ctx: Context, limits: Limits): void {
  if (ctx.sso === null) return
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/sign-in/sso',
    body: null,
    async answer({ request, reply }) {
      await limits.admitSignIn(null, request.ip)
      const auth = await requireProvider(ctx)
      const response = await auth.api.signInSocial({
        body: {
          provider: SSO_PROVIDER,
          callbackURL: `${ctx.baseUrl}/portal/`,
          errorCallbackURL: `${ctx.baseUrl}/portal/sign-in`,
          disableRedirect: true,
        },
        headers: libraryHeaders(request),
        asResponse: true,
      })
      reply.header('set-cookie', response.headers.getSetCookie())
      if (!response.ok) throw unavailable()
      return { url: Object(await response.json()).url }
    },
  })
  app.get(`${AUTH_PATH}/callback/${SSO_PROVIDER}`, async (request, reply) => {
    await limits.admitSignIn(null, request.ip)
    const auth = await requireProvider(ctx)
    const headers = libraryHeaders(request)
    const before = await sessionToken(ctx, headers)
    const response = await auth.api.callbackOAuth({
      method: 'GET',
      params: { id: SSO_PROVIDER },
      query: textsOf(request.query),
      headers,
      asResponse: true,
    })
    const failure = failureOf(response)
    if (failure === null && before !== null) await endStaffSession(ctx, before)
    reply.header('set-cookie', response.headers.getSetCookie())
    if (failure === null) await noteSignIn(ctx, request, reply, 'SINGLE_SIGN_ON')
    return reply
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .redirect(
        failure === null ? `${ctx.baseUrl}/portal/` : `${ctx.baseUrl}/portal/sign-in?error=${failure}`,
      )
  })
}

async function requireProvider(ctx: Context) {
  const auth = await ssoAuth(ctx)
  if (auth === null) throw unavailable()
  return auth
}

function unavailable(): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    'The OpenID provider cannot be reached. Try again later.',
    null,
    10,
  )
}

/** Why the library sent the browser elsewhere than to the portal; null when the person is signed in. */
function failureOf(response: Response): 'SSO_FAILED' | 'SSO_NOT_INVITED' | null {
  const target = response.headers.get('location')
  if (response.status !== 302 || target === null) return 'SSO_FAILED'
  const error = new URL(target, 'http://localhost').searchParams.get('error')
  if (error === null) return null
  return error === 'signup_disabled' ? 'SSO_NOT_INVITED' : 'SSO_FAILED'
}

function textsOf(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(query)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}
