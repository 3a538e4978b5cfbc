import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestObserver } from '../platform/metrics/request-metrics.ts'

/** Who waits longer than this has reason to ask why. */
const SLOW_MS = 1000

/**
 * To be called once for a request, as it begins: when it is over, whether answered or hung up on, it leaves one line in
 * the log and is counted. The line names the route instead of the address: ids of people stay out of logs.
 */
export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  observer: RequestObserver | null,
): void {
  const began = performance.now()
  observer?.began()
  reply.raw.once('close', () => {
    const tookMs = performance.now() - began
    const status = reply.raw.writableEnded ? reply.raw.statusCode : null
    const { method } = request
    const route = request.routeOptions.url ?? null
    observer?.ended({ method, route, status, seconds: tookMs / 1000 })
    const tenantId = request.caller?.tenant.tenantId ?? null
    const line = { method, route, tenantId, status, tookMs: Math.round(tookMs) }
    const { level, message } = wordsFor(status, tookMs)
    request.log[level](line, message)
  })
}

/** What is said of a request that is over, and how loud. */
export function wordsFor(
  status: number | null,
  tookMs: number,
): { readonly level: 'info' | 'warn'; readonly message: string } {
  if (status === null) return { level: 'info', message: 'hung up' }
  return tookMs > SLOW_MS
    ? { level: 'warn', message: 'answered slowly' }
    : { level: 'info', message: 'answered' }
}
