import { personName } from '@goodword/contract/frame/values'
import { isUuid } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { noteOwnAct } from '../../administration/notices/note-act.ts'
import { deleteOwnPasskey, readOwnPasskeys } from '../../administration/sign-in/own-passkeys.ts'
import { isRecent } from '../../administration/sign-in/read-session.ts'
import type { StaffAuth } from '../../administration/sign-in/staff-auth.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { requireSession } from './account.ts'
import { callLibrary, notRecent } from './library-call.ts'
import { clientOf, noteSignIn } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'

type VerifyInput = NonNullable<Parameters<StaffAuth['api']['verifyPasskeyAuthentication']>[0]>
type Authenticated = VerifyInput extends { body: { response: infer Answer } } ? Answer : never

/** The answer of a browser's WebAuthn; the library checks it. */
const response = Type.Unsafe<Authenticated>(
  Type.Object({ id: Type.String({ maxLength: 2000 }) }, { additionalProperties: true }),
)
const Authentication = Type.Object({ response })
const Registration = Type.Object({ response, name: Type.Optional(personName('A name for the passkey.')) })
const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** Passkeys: signing in with one, adding and deleting one's own. */
export function servePasskeys(app: FastifyInstance, ctx: Context, limits: Limits): void {
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/auth/passkey/generate-authenticate-options',
    body: null,
    async answer({ request, reply }) {
      await limits.admitSignIn(null, request.ip)
      return callLibrary(ctx, request, reply, (api, headers) =>
        api.generatePasskeyAuthenticationOptions({ headers, asResponse: true }),
      )
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/passkey/verify-authentication',
    body: Authentication,
    async answer({ request, reply, body }) {
      await limits.admitSignIn(null, request.ip)
      await callLibrary(ctx, request, reply, (api, headers) =>
        api.verifyPasskeyAuthentication({ body: { response: body.response }, headers, asResponse: true }),
      )
      await noteSignIn(ctx, request, reply, 'PASSKEY')
      return { next: 'SIGNED_IN' }
    },
  })
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/auth/passkey/generate-register-options',
    body: null,
    async answer({ request, reply }) {
      requireRecent(await requireSession(ctx, request))
      return callLibrary(ctx, request, reply, (api, headers) =>
        api.generatePasskeyRegistrationOptions({ query: nameOf(request), headers, asResponse: true }),
      )
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/passkey/verify-registration',
    body: Registration,
    async answer({ request, reply, body: { response: answered, name } }) {
      const session = await requireSession(ctx, request)
      const { staff_id } = session
      requireRecent(session)
      await callLibrary(ctx, request, reply, (api, headers) =>
        api.verifyPasskeyRegistration({
          body: { response: answered, ...(name === undefined ? {} : { name }) },
          headers,
          asResponse: true,
        }),
      )
      await noteOwnAct(ctx, staff_id, clientOf(request), 'staff.add-passkey')
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/auth/passkey/list-user-passkeys',
    body: null,
    async answer({ request }) {
      const { staff_id } = await requireSession(ctx, request)
      return { passkeys: await readOwnPasskeys(ctx, staff_id) }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/auth/passkey/delete-passkey',
    body: Id,
    async answer({ request, body: { id } }) {
      const session = await requireSession(ctx, request)
      const { staff_id } = session
      requireRecent(session)
      await noteOwnAct(ctx, staff_id, clientOf(request), 'staff.remove-passkey')
      if (isUuid(id)) await deleteOwnPasskey(ctx, staff_id, id)
      return {}
    },
  })
}

function nameOf({ query }: FastifyRequest): { name?: string } {
  const name: unknown = Object(query).name
  return typeof name === 'string' && name !== '' ? { name: name.slice(0, 256) } : {}
}

function requireRecent(session: Parameters<typeof isRecent>[0]): void {
  if (!isRecent(session, systemClock.now())) throw notRecent()
}
