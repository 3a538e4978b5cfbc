import type {
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  SuccessStatus,
} from '@goodword/contract/frame/endpoint'
import { API_PREFIX } from '@goodword/contract/frame/openapi/openapi'
import { Refusal } from '@goodword/contract/frame/refusal'
import { refuseUnknownField } from '@goodword/contract/frame/unknown-field'
import { nullRemover } from '@goodword/contract/frame/without-nulls'
import type { Scope } from '@goodword/domain/staff/scope'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import {
  authenticate,
  type Callers,
  type Permission,
  type Principal,
  requirePermission,
  type Tenant,
} from '../access/authenticate.ts'
import { clientOf } from '../limits/client.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import { type Work, workOf } from '../limits/load-shedding.ts'
import { queryDecoder, type RawQuery } from '../requests/query.ts'
import { jsonWriter } from '../requests/response-serializer.ts'
import { beginUpload, requireUpload, UPLOAD_LIMIT_BYTES, uploadOf } from '../requests/upload-body.ts'
import { whenClosed } from '../requests/when-closed.ts'
import { allowOrigin, answerPreflight } from './cross-origin.ts'
import { type AnswerKeyed, repeatable, type WrittenAnswer } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; null on addresses that are not the API’s. */
    caller: Caller | null
  }
}

type Caller = { readonly tenant: Tenant; readonly principal: Principal | null }

/** A checked request, as a handler gets it. Under `/open` there is no principal. */
export type Call<E extends Endpoint> = {
  readonly tenant: Tenant
  readonly principal: E['scope'] extends Scope ? Principal : null
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The file that the request brings, read as it arrives. */
  readonly upload: E['upload'] extends readonly string[] ? AsyncIterable<Buffer> : null
  readonly requestId: string
  /**
   * A permanent ID of this request, the same for every repeat: it makes the effect unique. Null
   * without an Idempotency-Key; the same key names another request once it has been forgotten.
   */
  readonly effectKey: E extends { readonly repeated: 'acts again' } ? string : string | null
  /** The client's address, as forwarded by trusted proxies. */
  readonly address: string
  /** A header’s value, by its name in lower case. */
  readonly header: (name: string) => string | null
}

/** The reply of a handler whose endpoint has several successes. */
export function answered<Status extends SuccessStatus, Answer>(status: Status, answer: Answer) {
  return { status, answer }
}

/**
 * Puts an endpoint on the app. The checks, in this order: size, key, scope, limits, shape and values, whether the request
 * was answered before; then the handler.
 */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<NoInfer<E>>) => Promise<ReplyOf<NoInfer<E>>>,
) => void

export function serving(
  app: FastifyInstance,
  callers: Callers,
  answerKeyed: AnswerKeyed,
  limits: Limits = noLimits,
): Serve {
  return (endpoint, handler) => {
    const options = routeOptions(endpoint, callers, limits)
    const work = workOf(endpoint)
    const write = writerOf(endpoint)
    const answer = repeatable(endpoint, answerKeyed)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const url = routePath(path)
      app.route({
        ...options,
        method: endpoint.method,
        url,
        handler: async (request, reply) => {
          const { tenant } = callerOf(request)
          const act = (file: AsyncIterable<Buffer> | null) =>
            answer(request, reply, tenant.tenantId, async (effectKey) =>
              write(await handler(callOf(endpoint, request, file, effectKey))),
            )
          const written =
            endpoint.upload === undefined
              ? await limits.run(tenant, work, () => act(null))
              : await limits.runUpload(tenant, uploadOf(request.body), act)
          return send(reply, written)
        },
      })
      if (endpoint.scope === null && !app.hasRoute({ method: 'OPTIONS', url })) {
        app.options(url, { config: { resolveTenant: resolveBrowserTenant(callers) } }, (_request, reply) =>
          answerPreflight(reply),
        )
      }
    }
  }
}

function routeOptions(endpoint: Endpoint, callers: Callers, limits: Limits): RouteShorthandOptions {
  const decodeQuery = queryDecoder(endpoint.query)
  const refuseUnknown = unknownFieldCheck(endpoint)
  const removeNulls = endpoint.body === null ? null : nullRemover(endpoint.body)
  return {
    schema: {
      params: endpoint.params,
      querystring: endpoint.query,
      ...(endpoint.body === null ? {} : { body: endpoint.body }),
    },
    config: {
      ...(endpoint.scope === null ? { resolveTenant: resolveBrowserTenant(callers) } : {}),
      ...(endpoint.statuses === undefined ? {} : { statuses: endpoint.statuses }),
      ...(endpoint.upload === undefined ? {} : { upload: endpoint.upload }),
    },
    ...(endpoint.upload === undefined ? {} : { bodyLimit: UPLOAD_LIMIT_BYTES }),
    onRequest: [
      endpoint.scope === null
        ? admitBrowser(limits, workOf(endpoint))
        : authenticateServer(callers, limits, workOf(endpoint), { ...endpoint, scope: endpoint.scope }),
      async (request, reply) => {
        if (endpoint.upload === undefined) return
        requireUpload(request, endpoint.upload)
        whenClosed(reply.raw, await limits.admitUpload(callerOf(request).tenant))
        beginUpload(request)
      },
    ],
    preValidation: async (request) => {
      // The query is the result of `parseQuery`: the app has no other parser.
      request.query = decodeQuery(request.query as RawQuery)
      requireScopesOfQuery(endpoint, request)
      if (endpoint.isBodyOptional === true && request.body === undefined) request.body = {}
      refuseUnknown(request.body)
      if (removeNulls !== null) removeNulls(request.body)
    },
  }
}

/** Fields of the response may be sent back where a resource is replaced as a whole. */
function unknownFieldCheck({
  refusesUnknownFields,
  body,
  method,
  success,
}: Endpoint): (value: unknown) => void {
  if (refusesUnknownFields !== true || body === null) return () => undefined
  const answer = method === 'PUT' ? (success[200] ?? null) : null
  return (value) => refuseUnknownField(value, body, answer)
}

function authenticateServer(callers: Callers, limits: Limits, work: Work, permission: Permission) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await authenticate(request, aliasOf(request), callers)
    const { tenantId, mode, merchantId } = principal
    const tenant = { tenantId, mode, merchantId }
    request.caller = { tenant, principal }
    if (request.activity !== null) request.activity.isReport = work === 'reporting'
    const cost = work === 'reporting' ? costOfPage(request.query as RawQuery) : 1
    // A key without the right uses up nothing of its tenant's rate.
    requirePermission(principal, permission)
    await limits.admitServer(tenant, work, reply, cost)
  }
}

/** Checks before the body is read what values of the query ask for beside the scope of the endpoint. */
function requireScopesOfQuery({ scopesOfQuery = {} }: Endpoint, request: FastifyRequest): void {
  const principal = request.caller?.principal ?? null
  if (principal === null) return
  for (const [name, scopes] of Object.entries(scopesOfQuery)) {
    const scope = Object.entries(scopes).find(([value]) => value === Object(request.query)[name])?.[1]
    if (scope !== undefined) requirePermission(principal, { scope })
  }
}

/** Resolves the tenant before anything is refused, so that a page can read every refusal. */
function resolveBrowserTenant(callers: Callers) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const tenant = await callers.findTenant(aliasOf(request))
    await allowOrigin(request, reply, tenant, callers.allowedOrigins)
    request.caller = tenant === null ? null : { tenant, principal: null }
    const { origin } = request.headers
    if (tenant !== null && origin !== undefined) callers.sawPage?.(tenant.tenantId, origin)
  }
}

function admitBrowser(limits: Limits, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (caller === null) {
      throw new Refusal('TENANT_NOT_FOUND', 'No program has this alias. Check the tenant alias.')
    }
    await limits.admitBrowser(caller.tenant, work, reply, clientOf(request))
  }
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('caller not authenticated before its handler')
  return caller
}

function callOf<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  upload: AsyncIterable<Buffer> | null,
  effectKey: string | null,
): Call<E> {
  const call = {
    ...callerOf(request),
    params: request.params,
    query: request.query,
    body: endpoint.body === null ? null : request.body,
    upload,
    requestId: request.id,
    effectKey,
    address: request.ip,
    header: (name: string) => singleHeader(request, name),
  }
  // The endpoint’s schemas have just checked params, query and body, and its scope decided on the principal.
  return call as Call<E>
}

/** Serializes a response by its schema; with several success statuses the handler chooses one. */
function writerOf<E extends Endpoint>(endpoint: E): (replied: unknown) => Promise<WrittenAnswer> {
  const writers = new Map(
    Object.entries(endpoint.success).map(([status, schema]) => [Number(status), jsonWriter(schema)]),
  )
  const [only, ...others] = writers.keys()
  return async (replied) => {
    // The type of handlers holds them to this shape.
    const { status, answer } = (others.length > 0 ? replied : { status: only, answer: replied }) as {
      status: number
      answer: unknown
    }
    const write = writers.get(status)
    if (write === undefined) throw new Error(`${endpoint.name} has no success response ${status}`)
    return { status, body: await write(answer) }
  }
}

function send(reply: FastifyReply, { status, body }: WrittenAnswer): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}

function routePath(path: string): string {
  return (API_PREFIX + path).replaceAll(/\{(\w+)\}/g, ':$1')
}

function aliasOf(request: FastifyRequest): string {
  const { params } = request
  const alias =
    typeof params === 'object' && params !== null && 'tenantAlias' in params ? params.tenantAlias : ''
  return typeof alias === 'string' ? alias : ''
}

function singleHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** The number of entries of a list that cost as much as a request for one record. */
const ENTRIES_PER_TOKEN = 20
const MAX_LIMIT = 1000
/** The cost of counting all entries, however many there are. */
const EXACT_COUNT_COST = 50

/** How many tokens of the rate limit a request for a page takes, by its query before that is checked. */
function costOfPage({ limit, totalCount }: RawQuery): number {
  // An invalid limit is refused later.
  const entries = typeof limit === 'string' && limit.length <= 4 ? Number(limit) || 1 : 1
  const ofPage = Math.ceil(Math.min(Math.max(entries, 1), MAX_LIMIT) / ENTRIES_PER_TOKEN)
  return totalCount === 'exact' ? ofPage + EXACT_COUNT_COST : ofPage
}
