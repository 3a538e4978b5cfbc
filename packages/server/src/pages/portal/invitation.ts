import { Refusal } from '@goodword/contract/frame/refusal'
import { personName } from '@goodword/contract/frame/values'
import type { MerchantId, StaffId, TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { acceptAsKnown, acceptAsNew, readOffer } from '../../administration/sign-in/accept-invitation.ts'
import { findSession, readMerchants } from '../../administration/sign-in/read-session.ts'
import { ssoOf } from '../../administration/sign-in/single-sign-on.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { libraryHeaders } from '../../frame/http/requests/library-headers.ts'
import { noSession } from './library-call.ts'
import { portalRoute } from './portal-route.ts'
import { newPassword, signIn, TokenBody, token } from './welcome.ts'

const Accept = Type.Object({
  token,
  name: Type.Optional(personName('The name of a new person.')),
  password: Type.Optional(newPassword),
})

/** Accepting an invitation to a merchant's staff. */
export function serveInvitation(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/invitation/check',
    body: TokenBody,
    async answer({ request, body }) {
      await limits.admitSignIn(null, request.ip)
      return { ...(await readOffer(ctx, body.token)), sso: ssoOf(ctx) }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/invitation',
    body: Accept,
    async answer(call) {
      const { token: accepted, name, password } = call.body
      await limits.admitSignIn(null, call.request.ip)
      if (password === undefined) {
        const session = await findSession(ctx, libraryHeaders(call.request))
        if (session === null) throw noSession()
        const person = { staffId: session.staff_id, email: session.email }
        const { staffId, merchantId } = await acceptAsKnown(ctx, accepted, person)
        return { tenantAlias: await firstTenantOf(ctx, staffId, merchantId) }
      }
      if (name === undefined) {
        throw new Refusal('VALIDATION_FAILED', '"name" is required for a new person.', 'name')
      }
      const { staffId, merchantId } = await acceptAsNew(ctx, accepted, { name, password })
      await signIn(ctx, call, staffId)
      return { tenantAlias: await firstTenantOf(ctx, staffId, merchantId) }
    },
  })
}

async function firstTenantOf(
  ctx: Context,
  staffId: StaffId,
  merchantId: MerchantId,
): Promise<TenantId | null> {
  const merchants = await readMerchants(ctx, staffId)
  const [program] = merchants.find((it) => it.id === merchantId)?.programs ?? []
  return program?.test ?? program?.live ?? null
}
