import type { Endpoint } from '@goodword/contract/frame/endpoint'
import type { ApiError, ErrorCode } from '@goodword/contract/frame/errors'
import { API_PREFIX } from '@goodword/contract/frame/openapi/openapi'
import { Refusal } from '@goodword/contract/frame/refusal'
import { slugOf } from '@goodword/contract/frame/slug'
import { nullRemover } from '@goodword/contract/frame/without-nulls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Context } from '../../frame/context.ts'
import { authenticate, type Callers, type Tenant } from '../../frame/http/access/authenticate.ts'
import { clientOf } from '../../frame/http/limits/client.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { allowOrigin } from '../../frame/http/server/cross-origin.ts'
import { servesLegacyClients } from '../../frame/program/admission-settings.ts'
import { callersOf } from '../callers.ts'
import { type OwnOperations, ownOperations } from './own-operation.ts'

/** A request of a client of the former service, checked. */
export type LegacyCall = {
  readonly tenant: Tenant
  /** Checked by the schemas of the route, like the body. */
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
  /** Null if it is absent. */
  readonly query: (name: string) => string | null
  readonly header: (name: string) => string | null
  readonly address: string
  /** Whether an API key came with it, which is a valid one then. */
  readonly isServer: boolean
  readonly own: OwnOperations
}

export type LegacyAnswer = {
  readonly status?: 201 | 204
  readonly body: unknown
  readonly type?: string
}

export type LegacyRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params: TObject
  readonly body?: TObject
  /** Who may call: only a server with a key, pages, or both. */
  readonly callers: 'server' | 'pages' | 'both'
  /** The operation that replaces it. */
  readonly instead: Endpoint
  readonly longestDownloadMs?: number
  readonly answer: (call: LegacyCall) => Promise<LegacyAnswer>
}

/** Puts a path of the former service on the app. */
export type ServeLegacy = (route: LegacyRoute) => void

/** Where the former service had the paths of its API, and where ours are. */
export const LEGACY_PREFIX = API_PREFIX.replace('{tenantAlias}', ':tenantAlias')
/** A page's body is a user and a cookie. */
const PAGE_BODY_BYTES = 16 * 1024
/** 26 November 2026, as RFC 9745 writes it: these paths were deprecated when they were added. */
const DEPRECATED_SINCE = `@${Date.UTC(2026, 10, 26) / 1000}`

/**
 * Answers paths of the former service for programs that allow it; for all others, known or not, there is nothing at them. Each
 * answer says what replaces it.
 */
export function servingLegacy(app: FastifyInstance, ctx: Context, limits: Limits): ServeLegacy {
  const callers = callersOf(ctx)
  return (route) => {
    const admitPages = route.callers === 'server' ? null : allowPages(callers)
    const config = {
      resolveTenant: async (request: FastifyRequest, reply: FastifyReply) => {
        const tenant = await findLegacyTenant(ctx, callers, request)
        if (tenant === null) return
        request.caller = { tenant, principal: null }
        reply.headers(deprecation(ctx, route.instead))
        await admitPages?.(request, reply, tenant)
      },
      ...(route.longestDownloadMs === undefined ? {} : { longestDownloadMs: route.longestDownloadMs }),
    }
    const removeNulls = route.body === undefined ? () => undefined : nullRemover(route.body)
    app.route({
      method: route.method,
      url: route.path,
      config,
      ...(route.callers === 'server' ? {} : { bodyLimit: PAGE_BODY_BYTES }),
      schema: { params: route.params, ...(route.body === undefined ? {} : { body: route.body }) },
      onRequest: (request, reply) => admit(request, reply, { callers, limits, route }),
      preValidation: async ({ body }) => removeNulls(body),
      onSend: async (_request, reply, payload) => (reply.statusCode < 400 ? payload : translated(payload)),
      handler: async (request, reply) => {
        const { status = 200, body, type } = await route.answer(callOf(app, request, route))
        reply.code(status).header('Cache-Control', 'no-store')
        if (type !== undefined) reply.type(type)
        return reply.send(body)
      },
    })
    if (admitPages === null || app.hasRoute({ method: 'OPTIONS', url: route.path })) return
    app.options(route.path, { config }, (request, reply) => {
      tenantOf(request)
      return answerPreflight(reply)
    })
  }
}

async function findLegacyTenant(
  ctx: Context,
  callers: Callers,
  { params }: FastifyRequest,
): Promise<Tenant | null> {
  const { tenantAlias } = params as { readonly tenantAlias: string }
  const tenant = await callers.findTenant(tenantAlias)
  return tenant !== null && (await servesLegacyClients(ctx, tenant.tenantId)) ? tenant : null
}

function deprecation({ baseUrl }: Context, { tag, summary }: Endpoint): Record<string, string> {
  const guide = `<${baseUrl}/docs/guides/moving-in#moving-clients>; rel="deprecation"; type="text/html"`
  const operation = `${baseUrl}/docs/reference/${slugOf(tag)}#${slugOf(summary)}`
  const successor = `<${operation}>; rel="successor-version"; type="text/html"`
  return { Deprecation: DEPRECATED_SINCE, Link: `${guide}, ${successor}` }
}

/**
 * Lets pages of the listed origins read the answer. Its scripts send every request with credentials, which no answer depends
 * on: cookies are not read at these paths.
 */
function allowPages(callers: Callers) {
  return async (request: FastifyRequest, reply: FastifyReply, tenant: Tenant): Promise<void> => {
    await allowOrigin(request, reply, tenant, callers.allowedOrigins)
    const { origin } = request.headers
    if (origin === undefined || !reply.hasHeader('Access-Control-Allow-Origin')) return
    reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Allow-Credentials', 'true')
    callers.sawPage?.(tenant.tenantId, origin)
  }
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT',
      'Access-Control-Allow-Headers':
        'Content-Type, Authorization, X-SaaSquatch-User-Token, X-SaaSquatch-Referrer',
      'Access-Control-Max-Age': '600',
    })
  }
  return reply.code(204).send()
}

type Admission = { readonly callers: Callers; readonly limits: Limits; readonly route: LegacyRoute }

/** Admits a request before its body is read. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { callers, limits, route }: Admission,
): Promise<void> {
  const tenant = tenantOf(request)
  if (isServers(request, route)) {
    if (request.headers.authorization === undefined) throw keyMissing()
    // Its operation checks scope and limits.
    await authenticate(request, tenant.tenantId, callers)
    return
  }
  await limits.admitBrowser(tenant, 'tracking', reply, clientOf(request))
}

/** A key is sent as Basic, a token of a user as Bearer. */
function isServers({ headers }: FastifyRequest, { callers }: LegacyRoute): boolean {
  return callers === 'server' || (callers === 'both' && /^Basic /i.test(headers.authorization ?? ''))
}

function tenantOf({ caller }: FastifyRequest): Tenant {
  if (caller !== null) return caller.tenant
  throw new Refusal(
    'TENANT_NOT_FOUND',
    'No program with this alias serves clients of a former service. Check the tenant alias, or turn on "legacyClients" in the settings of the program.',
  )
}

function keyMissing(): Refusal {
  return new Refusal('UNAUTHORIZED', 'This needs an API key of the program, as HTTP Basic.')
}

function callOf(app: FastifyInstance, request: FastifyRequest, route: LegacyRoute): LegacyCall {
  const tenant = tenantOf(request)
  const query = request.query as Readonly<Record<string, unknown>>
  return {
    tenant,
    params: request.params as Readonly<Record<string, string>>,
    body: request.body,
    query: (name) => textOf(query[name] ?? null, name),
    header: (name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : null
    },
    address: request.ip,
    isServer: isServers(request, route),
    own: ownOperations(app, request, tenant.tenantId),
  }
}

function textOf(value: unknown, name: string): string | null {
  if (value === null || typeof value === 'string') return value
  throw new Refusal('VALIDATION_FAILED', `"${name}" was sent more than once. Send it once.`, name)
}

/** The body of an error in the shape of the former service. */
function translated(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload
  // Written by the service itself.
  return JSON.stringify(legacyError(JSON.parse(payload) as ApiError))
}

/** An error as clients of the former service read it, with additional fields of ours. */
type LegacyError = {
  readonly statusCode: number
  readonly apiErrorCode: string
  readonly message: string
  readonly rsCode?: string
  readonly requestId: string
  readonly docUrl: string
}

/** Codes that clients of the former service know by another name. The missing letter is in the name that they compare with. */
const formerCodes: ReadonlyMap<string, string> = new Map<ErrorCode, string>([
  ['INSUFFICIENT_CREDIT', 'INVALD_REWARD_REDEMPTION'],
  ['MALFORMED_JSON', 'BAD_REQUEST'],
  ['MALFORMED_REQUEST', 'BAD_REQUEST'],
])

const rsCodes: ReadonlyMap<string, string> = new Map<ErrorCode, string>([
  ['PROVIDER_ID_TAKEN', 'RS029'],
  ['SIGNATURE_INVALID', 'RS032'],
  ['TOO_MANY_REQUESTS', 'RS033'],
  ['REFERRAL_CODE_NOT_FOUND', 'RS034'],
  ['TENANT_NOT_FOUND', 'RS038'],
  ['ACCOUNT_NOT_FOUND', 'RS041'],
  ['USER_NOT_FOUND', 'RS042'],
  ['SIGNATURE_REQUIRED', 'RS045'],
  ['UNAUTHORIZED', 'RS045'],
  ['UNSUPPORTED_MEDIA_TYPE', 'RS046'],
  ['USER_ERASED', 'RS050'],
])

/** Codes of values that are not valid, by the field. */
const rsCodesOfFields: ReadonlyMap<string, string> = new Map([
  ['checksum', 'RS006'],
  ['email', 'RS023'],
  ['firstName', 'RS024'],
  ['widgetType', 'RS036'],
  ['engagementMedium', 'RS037'],
  ['locale', 'RS039'],
  ['userId', 'RS043'],
  ['accountId', 'RS044'],
  ['cookies', 'RS052'],
])

/** An error of ours in the shape of the former service. */
function legacyError({ statusCode, apiErrorCode, message, param, requestId, docUrl }: ApiError): LegacyError {
  const isOfField = apiErrorCode === 'VALIDATION_FAILED' && param !== null
  const rsCode = isOfField ? rsCodesOfFields.get(param) : rsCodes.get(apiErrorCode)
  const former = isOfField && param === 'amount' ? 'INVALD_REWARD_REDEMPTION' : formerCodes.get(apiErrorCode)
  return {
    statusCode,
    apiErrorCode: former ?? apiErrorCode,
    message,
    ...(rsCode === undefined ? {} : { rsCode }),
    requestId,
    docUrl,
  }
}
