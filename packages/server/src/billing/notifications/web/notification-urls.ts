import { Refusal } from '@goodword/contract/frame/refusal'
import { isTenantAlias, type TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../frame/context.ts'
import { type Limits, noLimits } from '../../../frame/http/limits/limits.ts'
import { plainRefusal } from '../../../frame/http/server/errors.ts'
import type { DrainJobs } from '../../../frame/jobs/run-now.ts'
import type { EnabledTenant } from '../../../frame/rows/directory.ts'
import { findEnabledTenant } from '../../../frame/tenants/find-caller.ts'
import { readTestClock } from '../../../frame/tenants/test-clock.ts'
import { acceptRequest } from '../accept-request.ts'
import { followProcessorClock, readNextDue } from '../follow-processor-clock.ts'
import { endEarlierHook, isTokenOf } from '../hook-tokens.ts'
import { parseClockMove } from './clock-move.ts'

export type NotificationOptions = {
  readonly limits?: Limits
  readonly drainJobs?: DrainJobs
}

type Path = { readonly tenantAlias: string; readonly token: string }

const PATH = '/hooks/:tenantAlias/:token'

/** Braintree sends a subscription with its newest 20 transactions, in base64 and percent-encoded. */
const BODY_LIMIT_BYTES = 1024 * 1024
const BODY_TYPES = ['application/x-www-form-urlencoded', 'application/json']

/**
 * `/hooks/{tenant}/{token}`: where the payment processor sends notifications. The token in the URL is a secret: without
 * it, every request is answered like one for an unknown page, before its body is read.
 */
export function serveNotificationUrls(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits, drainJobs }: NotificationOptions = {},
): void {
  const onRequest = (request: FastifyRequest<{ Params: Path }>, reply: FastifyReply) =>
    admit(ctx, limits, request, reply)
  // A plugin of its own: a signature is that of the body as it was sent, so nothing is parsed here.
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    const text = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
    hooks.addContentTypeParser(BODY_TYPES, text, async (_: unknown, body: string) => body)
    hooks.get<{ Params: Path }>(PATH, { onRequest }, async (request, reply) =>
      respond(reply, await accept(request, 'GET', '')),
    )
    hooks.post<{ Params: Path; Body: string | undefined }>(
      PATH,
      { onRequest, bodyLimit: BODY_LIMIT_BYTES },
      async (request, reply) => respond(reply, await accept(request, 'POST', request.body ?? '')),
    )
  })
  app.post<{ Params: Path }>(`${PATH}/clock`, { onRequest }, async (request, reply) => {
    const move = parseClockMove(request.body)
    const now = await run(request, (tenantId) => followProcessorClock(ctx, tenantId, move))
    const { tenantId } = callerOf(request)
    const isDrained = (await drainJobs?.(tenantId, { until: now, retriesFailed: true })) ?? true
    if (!isDrained) throw await notDone(ctx, tenantId)
    const nextDueAt = await readNextDue(ctx, tenantId)
    if (nextDueAt !== null) reply.header('Next-Due', new Date(nextDueAt).toISOString())
    return reply.header('Cache-Control', 'no-store').code(204).send()
  })

  function accept(
    request: FastifyRequest<{ Params: Path }>,
    method: 'GET' | 'POST',
    rawBody: string,
  ): Promise<string | null> {
    const { headers, originalUrl } = request
    const query = new URL(originalUrl, 'http://localhost').searchParams
    return run(request, async (tenantId) => {
      const answer = await acceptRequest(ctx, tenantId, { method, query, headers, rawBody })
      if (answer === null) await endEarlierHook(ctx, tenantId, request.params.token)
      return answer
    })
  }

  function run<Result>(
    request: FastifyRequest,
    task: (tenantId: TenantId) => Promise<Result>,
  ): Promise<Result> {
    const tenant = callerOf(request)
    return limits.run(tenant, 'tracking', () => task(tenant.tenantId))
  }
}

function respond(reply: FastifyReply, answer: string | null): FastifyReply {
  reply.header('Cache-Control', 'no-store')
  if (answer === null) return reply.code(200).send()
  return reply.type('text/plain; charset=utf-8').send(answer)
}

/** Admits a notification before its body is read. */
async function admit(
  ctx: Context,
  limits: Limits,
  request: FastifyRequest<{ Params: Path }>,
  reply: FastifyReply,
): Promise<void> {
  const tenant = await tenantAt(ctx, request.params)
  if (tenant === null) throw plainRefusal('NOT_FOUND')
  request.caller = { tenant, principal: null }
  await limits.admitNotification(tenant, reply)
}

/** Compares the token first, in constant time, so that a wrong one does not reveal which aliases exist. */
async function tenantAt(ctx: Context, { tenantAlias, token }: Path): Promise<EnabledTenant | null> {
  if (!isTenantAlias(tenantAlias)) return null
  if (!(await isTokenOf(ctx, tenantAlias, token))) return null
  return findEnabledTenant(ctx, tenantAlias)
}

function callerOf({ caller }: FastifyRequest): EnabledTenant {
  if (caller === null) throw new Error('caller not found before its handler')
  return caller.tenant
}

/** Jobs that fail are tried again by each call, so a gateway that waits and repeats it goes on when they have run. */
async function notDone(ctx: Context, tenantId: TenantId): Promise<Refusal> {
  const { jobsLeft, jobsRetrying } = await readTestClock(ctx, tenantId)
  const failed = `${jobsRetrying} background jobs failed and are tried again, as while the payment processor does not respond.`
  const left = `${jobsLeft} background jobs that are due have not run.`
  const message = jobsRetrying > 0 ? failed : left
  return new Refusal('SERVICE_UNAVAILABLE', message, null, 1)
}
