import type { ErrorCode } from '@goodword/contract/frame/errors'
import { isTenantAlias } from '@goodword/domain/values/ids'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import pino from 'pino'
import type { RequestObserver } from '../../../engine/metrics/request-metrics.ts'
import { loggedNetwork } from '../../../engine/network/client-network.ts'
import type { HashLogged } from '../../../engine/secrets/logged-hash.ts'
import { noteWork } from '../../../engine/tracing/loop-time.ts'
import {
  type Activity,
  newActivity,
  parseTraceParent,
  runActivity,
  type Span,
  startSpan,
} from '../../../engine/tracing/tracing.ts'
import type { Principal } from '../access/authenticate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is watched. */
    activity: Activity | null
  }
}

type Level = 'debug' | 'info' | 'warn'

export type Watching = {
  readonly observer: RequestObserver | null
  /** Hashes what a refused request named, so that its line can be found; nothing is found without. */
  readonly hashLogged: HashLogged | null
}

/**
 * Has to be called once for a request, as it begins. When it has been answered, or its connection was closed, it is
 * counted and leaves one line in the log.
 */
export function watchRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { observer, hashLogged }: Watching,
): void {
  const startedAt = performance.now()
  const span = requestSpan(request)
  const activity = newActivity(span)
  // The address is undefined after the connection was closed.
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
    const isDownload = request.routeOptions.config?.longestDownloadMs !== undefined
    const { level, message } = lineFor(route, status, isDownload ? 0 : durationMs)
    if (!isLogged(request.log, level)) return
    request.log[level](
      requestFields(request, { route, status, durationMs, activity, address, hashLogged }),
      message,
    )
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
  else {
    noteWork(activity)
    runActivity(activity, next)
  }
}

/** Whether a logger writes lines of this level, for lines that take work to make. */
function isLogged({ level: lowest }: { readonly level: string }, level: Level): boolean {
  const { values } = pino.levels
  return (values[level] ?? 0) >= (values[lowest] ?? Number.POSITIVE_INFINITY)
}

/** The log line of a completed request, and its level. */
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the request was answered with; null for none. */
    refusal: AnsweredError | null
  }
}

export type AnsweredError = {
  readonly code: ErrorCode
  readonly param: string | null
  readonly cause: string | undefined
}

type Ended = {
  readonly route: string | null
  readonly status: number | null
  readonly durationMs: number
  readonly activity: Activity
  /** The client's; undefined when its connection was closed before the request was read. */
  readonly address: string | undefined
  readonly hashLogged: HashLogged | null
}

/** A request that takes longer is logged as slow, with the parts of its time. */
const SLOW_MS = 1000

/**
 * The fields of a request's log line: everything that explains the response, and no personal data.
 * The route replaces the URL, the network the client's address, the key ID the API key.
 */
function requestFields(request: FastifyRequest, ended: Ended) {
  const { route, status, durationMs, activity, address, hashLogged } = ended
  const { caller, refusal, headers } = request
  return {
    method: request.method,
    route,
    status,
    durationMs: rounded(durationMs),
    apiErrorCode: refusal?.code,
    param: safeText(refusal?.param, PARAM),
    cause: refusal?.cause,
    ...tenantFields(request, status),
    ...principalFields(caller?.principal ?? null),
    ...(refusal === null || hashLogged === null ? {} : subjectFields(request, hashLogged)),
    clientNetwork: loggedNetwork(address ?? '') ?? undefined,
    ...traceFields(request, activity),
    clientRequestId: safeText(headers['x-request-id'], CLIENT_REQUEST_ID),
    ...(durationMs > SLOW_MS || (status !== null && status >= 500) ? timingsOf(activity) : {}),
  }
}

/** A refused request stores nothing, so its line is all that says which account it was about. */
function subjectFields(request: FastifyRequest, hashLogged: HashLogged) {
  const alias = request.caller?.tenant.tenantId ?? aliasIn(request)
  if (alias === undefined) return {}
  const { accounts, codes } = namedSubjects(request)
  return {
    accountHashes: accounts.length === 0 ? undefined : accounts.map((it) => hashLogged(alias, 'account', it)),
    codeHashes: codes.length === 0 ? undefined : codes.map((it) => hashLogged(alias, 'code', it)),
  }
}

function principalFields(principal: Principal | null) {
  if (principal === null) return {}
  return principal.kind === 'key' ? { keyId: principal.keyId } : { staffId: principal.staffId }
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

/** A text chosen by the caller, when it has the expected form. */
function safeText(text: unknown, form: RegExp): string | undefined {
  return typeof text === 'string' && form.test(text) ? text : undefined
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2

/**
 * The span of a request, as the conventions for HTTP servers have it but for two things that name people: the path and
 * the client's address. It continues the caller's trace. Null where tracing is off, and for probes.
 */
function requestSpan(request: FastifyRequest): Span | null {
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
function endRequestSpan(span: Span, request: FastifyRequest, status: number | null): void {
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
function isProbe(route: string | undefined | null): boolean {
  return probes.has(route)
}

/** The accounts and codes that a request names in its path, query and body. */
type NamedSubjects = { readonly accounts: readonly string[]; readonly codes: readonly string[] }

const ACCOUNT_FIELDS = ['accountId', 'account_id', 'referredAccountId', 'referringAccountId']
const CODE_FIELDS = ['code', 'referralCode', 'referral_code', 'couponCode', 'cookie_referral_code']
/** Longer texts name nothing. */
const MAX_LENGTH = 1024

/** Reads the accounts and referral codes that a request names, whether or not its shape is right. */
function namedSubjects({ params, query, body, routeOptions }: FastifyRequest): NamedSubjects {
  // The account of `POST accountsync` is the body itself.
  const ownId = routeOptions?.url?.endsWith('/accountsync') === true ? [fieldOf(body, 'id')] : []
  const places = [params, query, body, fieldOf(body, 'referral')]
  const read = (names: readonly string[]) => places.flatMap((it) => names.map((name) => fieldOf(it, name)))
  return { accounts: texts([...ownId, ...read(ACCOUNT_FIELDS)]), codes: texts(read(CODE_FIELDS)) }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function texts(values: readonly unknown[]): readonly string[] {
  const found = values.filter((it) => typeof it === 'string' && it !== '' && it.length <= MAX_LENGTH)
  return [...new Set(found.map(String))]
}
