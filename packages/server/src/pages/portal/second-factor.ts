import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { noteOwnAct } from '../../administration/notices/note-act.ts'
import { endStaffSession, findSession } from '../../administration/sign-in/read-session.ts'
import {
  countWrongCode,
  forgetWrongCodes,
  pendingSignIn,
  refuseAfterWrongCodes,
  useCode,
} from '../../administration/sign-in/second-step.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import { requireSession } from './account.ts'
import { callLibrary, FACTOR_FAILED } from './library-call.ts'
import { clientOf, noteSignIn, notingRefusals } from './noted-acts.ts'
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
      const { email, staff_id } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      const answer = await callLibrary(ctx, request, reply, (api, headers) =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers, asResponse: true }),
      )
      await noteOwnAct(ctx, staff_id, clientOf(request), 'staff.show-second-factor')
      return { totpUri: answer.totpURI, recoveryCodes: answer.backupCodes }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/disable',
    body: Password,
    async answer({ request, reply, body: { password } }) {
      const { email, staff_id } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      await callLibrary(ctx, request, reply, (api, headers) =>
        api.disableTwoFactor({ body: { password }, headers, asResponse: true }),
      )
      await noteOwnAct(ctx, staff_id, clientOf(request), 'staff.remove-second-factor')
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/generate-backup-codes',
    body: Password,
    async answer({ request, reply, body: { password } }) {
      const { email, staff_id } = await requireSession(ctx, request)
      await limits.admitSignIn(email, request.ip)
      const answer = await callLibrary(ctx, request, reply, (api, headers) =>
        api.generateBackupCodes({ body: { password }, headers, asResponse: true }),
      )
      await noteOwnAct(ctx, staff_id, clientOf(request), 'staff.show-recovery-codes')
      return { recoveryCodes: answer.backupCodes }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/verify-totp',
    body: Code,
    async answer({ request, reply, body: { code } }) {
      await limits.admitSignIn(null, request.ip)
      const setUp = await findSession(ctx, libraryHeaders(request))
      await enteringCode(ctx, request, async () => {
        const { user, token } = await callLibrary(ctx, request, reply, (api, headers) =>
          api.verifyTOTP({ body: { code }, headers, asResponse: true }),
        )
        if (await useCode(ctx, Object(user).id, code)) return
        reply.removeHeader('set-cookie')
        await endStaffSession(ctx, String(token))
        throw new Refusal('SIGN_IN_FAILED', FACTOR_FAILED, 'code')
      })
      if (setUp === null) await noteSignIn(ctx, request, reply, 'CODE')
      else await noteOwnAct(ctx, setUp.staff_id, clientOf(request), 'staff.add-second-factor')
      return { next: 'SIGNED_IN' }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/two-factor/verify-backup-code',
    body: Code,
    async answer({ request, reply, body: { code } }) {
      await limits.admitSignIn(null, request.ip)
      await enteringCode(ctx, request, () =>
        callLibrary(ctx, request, reply, (api, headers) =>
          api.verifyBackupCode({ body: { code }, headers, asResponse: true }),
        ),
      )
      await noteSignIn(ctx, request, reply, 'RECOVERY_CODE')
      return { next: 'SIGNED_IN' }
    },
  })
}

/** Checks a code; for the second step of a sign-in, wrong ones are counted and noted. */
async function enteringCode<Result>(
  ctx: Context,
  request: FastifyRequest,
  check: () => Promise<Result>,
): Promise<Result> {
  const staffId = await pendingSignIn(ctx, libraryHeaders(request))
  if (staffId === null) return check()
  refuseAfterWrongCodes(ctx, staffId, request.ip)
  const result = await notingRefusals(ctx, request, { staffId }, check).catch((error: unknown) => {
    if (error instanceof Refusal) countWrongCode(ctx, staffId, request.ip)
    throw error
  })
  forgetWrongCodes(ctx, staffId, request.ip)
  return result
}
