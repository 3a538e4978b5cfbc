import { Refusal } from '@goodword/contract/refusal'
import { isTenantAlias, type TenantId } from '@goodword/domain/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerChallenge } from '../../operations/billing/notifications/answer-challenge.ts'
import {
  followProcessorClock,
  readNextDue,
} from '../../operations/billing/notifications/follow-processor-clock.ts'
import { endEarlierHook, isTokenOf } from '../../operations/billing/notifications/hook-tokens.ts'
import { receiveNotification } from '../../operations/billing/notifications/receive-notification.ts'
import type { Context } from '../../operations/foundation/context.ts'
import type { DrainJobs } from '../../operations/foundation/jobs/run-now.ts'
import { type EnabledTenant, findEnabledTenant } from '../../operations/foundation/tenants/find-caller.ts'
import { readTestClock } from '../../operations/foundation/tenants/test-clock.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import { parseQuery, type RawQuery } from '../requests/query.ts'
import { plainRefusal } from '../server/errors.ts'
import { parseClockMove } from './clock-move.ts'

export type NotificationOptions = {
  readonly limits?: Limits
  readonly drainJobs?: DrainJobs
}

type Path = { readonly tenantAlias: string; readonly token: string }

const PATH = '/hooks/:tenantAlias/:token'

/** A subscription with its newest 20 transactions, in base64 and percent-encoded. */
const BODY_LIMIT_BYTES = 1024 * 1024

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
  // A plugin of its own, because forms are read nowhere else, and nothing else is read here.
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
    hooks.addContentTypeParser('application/x-www-form-urlencoded', form, async (_: unknown, text: string) =>
      parseQuery(text, BODY_LIMIT_BYTES),
    )
    hooks.get<{ Params: Path }>(PATH, { onRequest }, async (request, reply) => {
      const challenge = field(request.query, 'bt_challenge')
      const answer = await run(request, (tenantId) => answerChallenge(ctx, tenantId, challenge))
      return reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(answer)
    })
    hooks.post<{ Params: Path }>(PATH, { onRequest, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      const notification = {
        signature: field(request.body, 'bt_signature'),
        payload: field(request.body, 'bt_payload'),
      }
      await run(request, async (tenantId) => {
        await receiveNotification(ctx, tenantId, notification)
        await endEarlierHook(ctx, tenantId, request.params.token)
      })
      return reply.header('Cache-Control', 'no-store').code(200).send()
    })
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

  function run<Result>(
    request: FastifyRequest,
    task: (tenantId: TenantId) => Promise<Result>,
  ): Promise<Result> {
    const tenant = callerOf(request)
    return limits.run(tenant, 'tracking', () => task(tenant.tenantId))
  }
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

/** A field of a query or a form, which have the same shape. */
function field(fields: unknown, name: string): string {
  const value = typeof fields === 'object' && fields !== null ? (fields as RawQuery)[name] : undefined
  if (typeof value === 'string' && value !== '') return value
  const message = `"${name}" is missing, is given more than once, or is not percent-encoded UTF-8. This URL is for the webhook of the payment processor: create a webhook with it there.`
  throw new Refusal('VALIDATION_FAILED', message, name)
}
