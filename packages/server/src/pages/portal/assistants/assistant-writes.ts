import { type ErrorCode, errors } from '@goodword/contract/frame/errors'
import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid } from '@goodword/domain/values/ids'
import type { WriteDescription } from '@goodword/mcp/tool'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  assistantWrites,
  findWriteOf,
  readWaitingWrites,
  type WaitingWrite,
} from '../../../administration/assistants/assistant-writes.ts'
import type { Context } from '../../../frame/context.ts'
import type { StaffMember } from '../../../frame/staff-member.ts'
import { fetchWithin } from '../../mcp/fetch-within.ts'
import { requireMember, requireSession } from '../account.ts'
import { notRecent } from '../library-call.ts'
import { portalRoute } from '../portal-route.ts'

/** The pending writes of a person's assistants: read, confirmed and refused by the person. */
export function serveAssistantWrites(app: FastifyInstance, ctx: Context): void {
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/assistants/writes/:tenantAlias',
    body: null,
    async answer({ request }) {
      const member = await requireMember(ctx, request, String(Object(request.params).tenantAlias))
      const { writes, isMore } = await readWaitingWrites(ctx, member.staffId, member.tenantId)
      return { isMore, writes: await Promise.all(writes.map((it) => shown(app, ctx, request, member, it))) }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/assistants/writes/:writeId/confirm',
    body: null,
    async answer({ request }) {
      const write = await requireWrite(ctx, request)
      const member = await requireMember(ctx, request, write.tenant_id)
      if (!member.isRecent) throw notRecent()
      const { carryOut } = await import('@goodword/mcp/carry-out')
      const writes = assistantWrites(ctx, write.assistant_id, write.tenant_id)
      const call = { ...(await callOf(app, ctx, request, member, write.client_name)), writes }
      if ((await carryOut(call, write.id).catch(asRefusal)) === null) throw notWaiting()
      return {}
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/assistants/writes/:writeId/refuse',
    body: null,
    async answer({ request }) {
      const write = await requireWrite(ctx, request)
      const writes = assistantWrites(ctx, write.assistant_id, write.tenant_id)
      await writes.refuse(write.id)
      return {}
    },
  })
}

/** A write in the portal. Its subject may be deleted since: then it has the error in place of the facts. */
async function shown(
  app: FastifyInstance,
  ctx: Context,
  request: FastifyRequest,
  member: StaffMember,
  write: WaitingWrite,
): Promise<object> {
  const { id, assistant, requestedAt } = write
  const { describeWrite } = await import('@goodword/mcp/carry-out')
  const call = await callOf(app, ctx, request, member, assistant)
  const description: WriteDescription = await describeWrite(call, write).catch((error: unknown) => ({
    question: 'This cannot be shown any more',
    facts: [['Why', refusalIn(error)?.message ?? 'It could not be read. Load the page again.']],
  }))
  return { id, assistant, requestedAt, ...description }
}

/** The call by which a write is described and carried out, as the person who is signed in. */
async function callOf(
  app: FastifyInstance,
  ctx: Context,
  { ip: address }: FastifyRequest,
  person: StaffMember,
  assistant: string,
) {
  const [{ inProcessClient }, { noGuides }] = await Promise.all([
    import('@goodword/mcp/in-process-client'),
    import('@goodword/mcp/carry-out'),
  ])
  const fetch = fetchWithin(app, { person, assistant, address })
  return {
    client: inProcessClient(ctx.baseUrl, person.tenantId, fetch),
    guides: noGuides,
    signal: new AbortController().signal,
  }
}

/** A write of an assistant of the person who is signed in. */
async function requireWrite(ctx: Context, request: FastifyRequest) {
  const session = await requireSession(ctx, request)
  const id = String(Object(request.params).writeId)
  const write = isUuid(id) ? await findWriteOf(ctx, session.staff_id, id) : null
  if (write === null) throw notWaiting()
  return write
}

/** Answers with the refusal of the API, which a write that it refuses ends with. */
function asRefusal(error: unknown): never {
  throw refusalIn(error) ?? error
}

/** The refusal that an error of the API’s client has; null for another one. */
function refusalIn(error: unknown): Refusal | null {
  const { code, message, param } = Object(error) as Readonly<Record<string, unknown>>
  if (typeof code !== 'string' || !Object.hasOwn(errors, code)) return null
  return new Refusal(code as ErrorCode, String(message), typeof param === 'string' ? param : null)
}

function notWaiting(): Refusal {
  return new Refusal(
    'VALIDATION_FAILED',
    'This does not wait any more: it was decided already, or the assistant asked more than a day ago. Load the page again.',
    'writeId',
  )
}
