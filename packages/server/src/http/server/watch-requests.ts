import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { type Activity, newActivity, runActivity } from '../../platform/activity.ts'
import { isLogged } from '../../platform/logger.ts'
import type { RequestObserver } from '../../platform/metrics/request-metrics.ts'
import { requestFields, SLOW_MS } from '../requests/request-fields.ts'
import { endRequestSpan, isProbe, requestSpan } from './request-span.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is watched. */
    activity: Activity | null
  }
}

type Level = 'debug' | 'info' | 'warn'

/**
 * To be called once for a request, as it begins. When it has been answered, or its connection was closed, it is counted
 * and leaves one line in the log.
 */
export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  observer: RequestObserver | null,
): void {
  const startedAt = performance.now()
  const span = requestSpan(request)
  const activity = newActivity(span)
  // It is undefined after the connection was closed.
  const address: string | undefined = request.ip
  request.activity = activity
  observer?.began()
  reply.raw.once('close', () => {
    const durationMs = performance.now() - startedAt
    const status = reply.raw.writableEnded ? reply.raw.statusCode : null
    const { method, refusal } = request
    const route = request.routeOptions.url ?? null
    if (span !== null) endRequestSpan(span, request, status)
    observer?.ended({ method, route, status, seconds: durationMs / 1000, errorCode: refusal?.code ?? null })
    const { level, message } = lineFor(route, status, durationMs)
    if (!isLogged(request.log, level)) return
    request.log[level](requestFields(request, { route, status, durationMs, activity, address }), message)
  })
}

/**
 * A hook that lets everything after it find the activity of the request. Reading a body loses it again: its end is an
 * event of the connection.
 */
export function enterActivity(
  { activity }: FastifyRequest,
  _reply: FastifyReply,
  next: HookHandlerDoneFunction,
): void {
  if (activity === null) next()
  else runActivity(activity, next)
}

/** What the log says of a request that is over, and at which level. */
export function lineFor(
  route: string | null,
  status: number | null,
  durationMs: number,
): { readonly level: Level; readonly message: string } {
  if (status === null) return { level: 'info', message: 'connection closed by client' }
  if (durationMs > SLOW_MS) return { level: 'warn', message: 'slow request' }
  const level = isProbe(route) ? 'debug' : 'info'
  return { level, message: 'request completed' }
}
