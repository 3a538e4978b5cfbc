import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { readReset, requestReset, resetPassword } from '../../administration/sign-in/reset-password.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { clientOf } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'
import { newPassword, TokenBody, token } from './welcome.ts'

const Request = Type.Object({ email: Type.String({ minLength: 1, maxLength: 256 }) })
const Reset = Type.Object({ token, password: newPassword })

/** A new password by a link in an e-mail. */
export function servePasswordReset(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/password-reset/request',
    body: Request,
    status: 202,
    async answer({ request, body: { email } }) {
      await limits.admitSignIn(email, request.ip)
      requestReset(ctx, email, clientOf(request))
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/password-reset/check',
    body: TokenBody,
    async answer({ request, body }) {
      await limits.admitSignIn(null, request.ip)
      return readReset(ctx, body.token)
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/password-reset',
    body: Reset,
    async answer({ request, body }) {
      await limits.admitSignIn(null, request.ip)
      await resetPassword(ctx, body.token, body.password, clientOf(request))
      return { next: 'SIGN_IN' }
    },
  })
}
