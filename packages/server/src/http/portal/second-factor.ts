import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../operations/context.ts'
import { endStaffSession } from '../../operations/staff/read-session.ts'
import { useCode } from '../../operations/staff/use-code.ts'
import type { Limits } from '../limits/limits.ts'
import { requireSession } from './account.ts'
import { callLibrary, FACTOR_FAILED } from './library-call.ts'
import { portalRoute } from './portal-route.ts'

const Password = Type.Object({ password: Type.String({ minLength: 1, maxLength: 256 }) })
const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) })

/** Codes of an authenticator app (TOTP) as a second factor, and recovery codes. */
export function serveSecondFactor(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/enable',
    body: Password,
    async answer({ request, reply, body: { password } }) {
      const { email } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      const answer = await callLibrary(ctx, request, reply, (api, headers) =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers, asResponse: true }),
      )
      return { totpUri: answer.totpURI, recoveryCodes: answer.backupCodes }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/disable',
    body: Password,
    async answer({ request, reply, body: { password } }) {
      const { email } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      await callLibrary(ctx, request, reply, (api, headers) =>
        api.disableTwoFactor({ body: { password }, headers, asResponse: true }),
      )
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/generate-backup-codes',
    body: Password,
    async answer({ request, reply, body: { password } }) {
      const { email } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      const answer = await callLibrary(ctx, request, reply, (api, headers) =>
        api.generateBackupCodes({ body: { password }, headers, asResponse: true }),
      )
      return { recoveryCodes: answer.backupCodes }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/verify-totp',
    body: Code,
    async answer({ request, reply, body: { code } }) {
      await limits.admitSignIn(null, request.ip)
      const { user, token } = await callLibrary(ctx, request, reply, (api, headers) =>
        api.verifyTOTP({ body: { code }, headers, asResponse: true }),
      )
      if (!(await useCode(ctx, Object(user).id, code))) {
        reply.removeHeader('set-cookie')
        await endStaffSession(ctx, String(token))
        throw new Refusal('SIGN_IN_FAILED', FACTOR_FAILED)
      }
      return { next: 'SIGNED_IN' }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/verify-backup-code',
    body: Code,
    async answer({ request, reply, body: { code } }) {
      await limits.admitSignIn(null, request.ip)
      await callLibrary(ctx, request, reply, (api, headers) =>
        api.verifyBackupCode({ body: { code }, headers, asResponse: true }),
      )
      return { next: 'SIGNED_IN' }
    },
  })
}
