import type { FastifyRequest } from 'fastify'
import { parseTraceParent } from '../../platform/tracing/trace-parent.ts'
import { type Span, startSpan } from '../../platform/tracing/tracing.ts'

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2

/**
 * The span of a request, as the conventions for HTTP servers have it but for two things that name people: the path and
 * the client's address. It continues the caller's trace. Null where tracing is off, and for probes.
 */
export function requestSpan(request: FastifyRequest): Span | null {
  const { method, routeOptions, headers, protocol } = request
  const route = routeOptions.url
  if (isProbe(route)) return null
  return startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: 'SERVER',
    parent: parseTraceParent(headers.traceparent),
    attributes: {
      'http.request.method': method,
      'url.scheme': protocol,
      ...(route === undefined ? {} : { 'http.route': route }),
      'goodword.request_id': request.id,
    },
  })
}

/** A request that is over; `status` is null when the client closed the connection first. */
export function endRequestSpan(span: Span, request: FastifyRequest, status: number | null): void {
  const { caller, refusal } = request
  if (caller !== null) span.setAttribute('goodword.tenant_id', caller.tenant.tenantId)
  if (refusal !== null) span.setAttribute('goodword.api_error_code', refusal.code)
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (status === null || status >= 500) {
    span.setAttribute('error.type', status === null ? 'connection_closed' : `${status}`)
    span.setStatus({ code: ERROR })
  }
  span.end()
}

const probes = new Set<string | undefined | null>(['/livez', '/readyz', '/metrics'])

/** Whether the route is a health check, which is not logged at info. */
export function isProbe(route: string | undefined | null): boolean {
  return probes.has(route)
}
