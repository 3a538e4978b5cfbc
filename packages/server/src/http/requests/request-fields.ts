import type { ErrorCode } from '@goodword/contract/errors'
import { isTenantAlias } from '@goodword/domain/ids'
import type { FastifyRequest } from 'fastify'
import type { Activity } from '../../platform/activity.ts'
import { loggedNetwork } from '../../platform/network/client-network.ts'
import { parseTraceParent } from '../../platform/tracing/trace-parent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with; null for none. */
    refusal: AnsweredError | null
  }
}

export type AnsweredError = { readonly code: ErrorCode; readonly param: string | null }

type Ended = {
  readonly route: string | null
  readonly status: number | null
  readonly durationMs: number
  readonly activity: Activity
  /** The client's; undefined when its connection was closed before the request was read. */
  readonly address: string | undefined
}

/** A request that takes longer is logged as slow, with where the time went. */
export const SLOW_MS = 1000

/**
 * The fields of a request's log line: everything that explains the response, and no personal data.
 * The route replaces the URL, the network the client's address, the key ID the API key.
 */
export function requestFields(
  request: FastifyRequest,
  { route, status, durationMs, activity, address }: Ended,
) {
  const { caller, refusal, headers } = request
  return {
    method: request.method,
    route,
    status,
    durationMs: rounded(durationMs),
    apiErrorCode: refusal?.code,
    param: safeText(refusal?.param, PARAM),
    ...tenantFields(request, status),
    keyId: caller?.principal?.keyId,
    clientNetwork: loggedNetwork(address ?? '') ?? undefined,
    ...traceFields(request, activity),
    clientRequestId: safeText(headers['x-request-id'], CLIENT_REQUEST_ID),
    ...(durationMs > SLOW_MS || (status !== null && status >= 500) ? timingsOf(activity) : {}),
  }
}

/** The ID of our span, or of the caller's trace if tracing is off. */
function traceFields({ headers }: FastifyRequest, { span }: Activity) {
  if (span === null) return { trace_id: parseTraceParent(headers.traceparent)?.traceId }
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

/** Where the time went. The rest of the duration is the process itself, and the client that sends and reads. */
function timingsOf({ batch, connectionWaitMs, databaseMs, transactions, statements }: Activity) {
  return {
    batchWaitMs: batch === null ? undefined : rounded(batch.waitMs),
    batchSize: batch?.size,
    connectionWaitMs: rounded(connectionWaitMs),
    databaseMs: rounded(databaseMs),
    transactions,
    statements,
  }
}

/** Share links and the widget have no caller: the alias in their path is the tenant if they were served. */
function tenantFields(request: FastifyRequest, status: number | null) {
  if (request.caller !== null) return { tenantId: request.caller.tenant.tenantId }
  const alias = aliasIn(request)
  return status !== null && status < 400 ? { tenantId: alias } : { attemptedTenant: alias }
}

/** The alias in a path. Text that is no alias may be anything, so it is left out. */
function aliasIn({ params }: FastifyRequest): string | undefined {
  const alias = typeof params === 'object' && params !== null ? Reflect.get(params, 'tenantAlias') : undefined
  return typeof alias === 'string' && isTenantAlias(alias) ? alias : undefined
}

/** Names of fields as the contract has them, with the places of lists between dots. */
const PARAM = /^[\w.-]{1,100}$/
const CLIENT_REQUEST_ID = /^[\w.:-]{1,128}$/

/** What a caller chose, when it has the expected form. */
function safeText(text: unknown, form: RegExp): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
