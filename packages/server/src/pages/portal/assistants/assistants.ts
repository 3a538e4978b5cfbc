import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  allowAssistant,
  answerAddress,
  asksToWrite,
  checkAccessRequest,
} from '../../../administration/assistants/allow-assistant.ts'
import {
  limitOfAssistants,
  readOwnAssistants,
  removeOwnAssistant,
} from '../../../administration/assistants/own-assistants.ts'
import { noteOwnAct } from '../../../administration/notices/note-act.ts'
import { isRecent } from '../../../administration/sign-in/read-session.ts'
import { systemClock } from '../../../engine/foundation/clock.ts'
import type { Context } from '../../../frame/context.ts'
import { requireSession } from '../account.ts'
import { notRecent } from '../library-call.ts'
import { clientOf } from '../noted-acts.ts'
import { portalRoute } from '../portal-route.ts'

const text = Type.Optional(Type.String({ maxLength: 4096 }))
/** The client's parameters in the address of the page. */
const request = Type.Object({
  response_type: text,
  client_id: text,
  redirect_uri: text,
  code_challenge: text,
  code_challenge_method: text,
  scope: text,
  state: text,
  resource: text,
})
const Check = Type.Object({ request })
const Allow = Type.Object({
  request,
  tenantAlias: Type.String({ minLength: 1, maxLength: 64 }),
  mayWrite: Type.Boolean(),
})

/** Allowing an assistant to use a program in one's place, and ending that. */
export function serveAssistants(app: FastifyInstance, ctx: Context): void {
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/assistants/check',
    body: Check,
    async answer({ request: call, body: { request } }) {
      await requireSession(ctx, call)
      const { client, redirectUri, fault } = await checkAccessRequest(ctx, request)
      const answers =
        fault === null ? { error: 'access_denied' } : { error: fault.error, error_description: fault.message }
      return {
        name: client.name,
        // Whose the name is: the owner of this host wrote it. Null if anybody could have.
        provenHost: client.id.startsWith('https:') ? new URL(client.id).host : null,
        answerGoesTo: placeOf(redirectUri),
        asksToWrite: asksToWrite(request),
        fault: fault?.message ?? null,
        refuseTo: answerAddress(ctx, redirectUri, request, answers),
      }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/assistants',
    body: Allow,
    status: 201,
    async answer({ request: call, body: { request, ...choice } }) {
      const session = await requireSession(ctx, call)
      // The authentication library dates sessions by the machine's clock.
      if (!isRecent(session, systemClock.now())) throw notRecent()
      const { redirectTo, client, tenantId } = await allowAssistant(ctx, session.staff_id, request, choice)
      await noteOwnAct(ctx, session.staff_id, clientOf(call), 'staff.allow-assistant', {
        assistant: client.name,
        program: tenantId,
        mayWrite: choice.mayWrite,
      })
      return { redirectTo }
    },
  })
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/assistants',
    body: null,
    async answer({ request: call }) {
      const session = await requireSession(ctx, call)
      return { limit: limitOfAssistants, assistants: await readOwnAssistants(ctx, session.staff_id) }
    },
  })
  portalRoute(app, ctx, {
    method: 'DELETE',
    url: '/portal/assistants/:assistantId',
    body: null,
    async answer({ request: call }) {
      const session = await requireSession(ctx, call)
      const id = assistantIdOf(call)
      await noteOwnAct(ctx, session.staff_id, clientOf(call), 'staff.remove-assistant', { assistantId: id })
      await removeOwnAssistant(ctx, session.staff_id, id)
      return {}
    },
  })
}

/** Where a code goes, as a person can read it: a host, their own machine, or a program on it. */
function placeOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol === 'http:') return `an app on this computer (${hostname})`
  return protocol === 'https:' ? host : `the app that opens ${protocol}// on this computer`
}

export function assistantIdOf({ params }: FastifyRequest): string {
  const id = String(Object(params).assistantId)
  if (isUuid(id)) return id
  throw new Refusal('VALIDATION_FAILED', '"assistantId" must be the ID of an assistant.', 'assistantId')
}
