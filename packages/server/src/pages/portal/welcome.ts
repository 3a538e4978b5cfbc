import { Refusal } from '@goodword/contract/frame/refusal'
import { personName } from '@goodword/contract/frame/values'
import { isTenantAlias, modeOf, type StaffId, type TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { enterByLink } from '../../administration/sign-in/enter.ts'
import { requireLink } from '../../administration/sign-in/one-time-links.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../administration/sign-in/password.ts'
import { readMerchants } from '../../administration/sign-in/read-session.ts'
import { welcomeOwner } from '../../administration/team/welcome-owner.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { callLibrary } from './library-call.ts'
import { noteSignIn } from './noted-acts.ts'
import { type PortalCall, portalRoute } from './portal-route.ts'

export const token = Type.String({ minLength: 1, maxLength: 100, description: 'The token in the link.' })
export const newPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: `${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`,
})
export const TokenBody = Type.Object({ token })

const Welcome = Type.Object({
  token,
  name: personName('The name of the owner.'),
  email: Type.String({ format: 'staff-email' }),
  password: newPassword,
  company: personName('The name of the merchant.'),
  alias: Type.String({ maxLength: 59 }),
})

/** One-time links: for the first owner of an installation, and for a sign-in to the demo. */
export function serveWelcome(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/welcome/check',
    body: TokenBody,
    async answer({ request, body }) {
      await limits.admitSignIn(null, request.ip)
      await requireLink(ctx, body.token, 'WELCOME')
      return { valid: true }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/welcome',
    body: Welcome,
    status: 201,
    async answer(call) {
      await limits.admitSignIn(null, call.request.ip)
      const alias = requireAlias(call.body.alias)
      const { staffId, tenantAlias } = await welcomeOwner(ctx, { ...call.body, alias })
      await signIn(ctx, call, staffId)
      return { tenantAlias }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/enter',
    body: TokenBody,
    async answer(call) {
      await limits.admitSignIn(null, call.request.ip)
      const staffId = await enterByLink(ctx, call.body.token)
      await signIn(ctx, call, staffId)
      return { tenantAlias: await firstTenant(ctx, staffId) }
    },
  })
}

/** Starts a session of a person who proved who they are by a one-time link. */
export async function signIn(
  ctx: Context,
  { request, reply }: PortalCall<unknown>,
  staffId: StaffId,
): Promise<void> {
  await callLibrary(ctx, request, reply, (api, headers) =>
    api.signInStaff({ body: { staffId }, headers, asResponse: true }),
  )
  await noteSignIn(ctx, request, reply, 'LINK')
}

/** Where a person begins: the test program of their first merchant, or null without one. */
async function firstTenant(ctx: Context, staffId: StaffId): Promise<TenantId | null> {
  const merchants = await readMerchants(ctx, staffId)
  const [program] = merchants.flatMap((it) => it.programs)
  return program?.test ?? program?.live ?? null
}

function requireAlias(text: string): TenantId {
  if (isTenantAlias(text) && modeOf(text) === 'live') return text
  throw new Refusal(
    'VALIDATION_FAILED',
    '"alias" must be 3 to 59 characters of a-z, 0-9 and _, and must not start with "test_".',
    'alias',
  )
}
