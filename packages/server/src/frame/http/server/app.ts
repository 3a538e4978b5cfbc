import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { RefusalStatuses } from '@goodword/contract/frame/endpoint'
import { numberFormats, textFormats } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { RequestObserver } from '../../../engine/metrics/request-metrics.ts'
import { loggedNetwork } from '../../../engine/network/client-network.ts'
import { networkTest } from '../../../engine/network/networks.ts'
import type { HashLogged } from '../../../engine/secrets/logged-hash.ts'
import { transportSecurityOf } from '../headers/transport-security.ts'
import { readJsonBodies } from '../requests/json-body.ts'
import { parseQuery, rejectInvalidQuery } from '../requests/query.ts'
import {
  customDomainOf,
  rejectAmbiguous,
  rejectFragment,
  requestedPath,
  type VisitorPages,
} from '../requests/request-head.ts'
import {
  isUploading,
  mayBeUpload,
  readUploads,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TIME_MS,
} from '../requests/upload-body.ts'
import { type ShapeError, shapeRefusal } from '../requests/validation-message.ts'
import { answerClientError, type ReportClientError } from './client-error.ts'
import { closeIfUnread, limitTime, watchAnswers } from './connections.ts'
import { plainRefusal, sendError } from './errors.ts'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'
import { enterActivity, watchRequest } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant's own domain that the visitor sees; null on the service's address. */
    customDomain: string | null
  }
  interface FastifyInstance {
    /** Every address that is answered. */
    readonly knownPaths: KnownPaths
  }
  interface FastifyContextConfig {
    /** Runs before any rejection, so that browsers can read the error. */
    readonly resolveTenant?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
    /** The statuses of error codes that have another one at this endpoint. */
    readonly statuses?: RefusalStatuses
    /** How long a client may take to read a file, instead of `readMs`. */
    readonly longestDownloadMs?: number
  }
}

export type AppDependencies = {
  /** Where the service is reached from outside, without a slash at the end. */
  readonly baseUrl: string
  readonly logger: FastifyBaseLogger
  /** Networks (CIDR) whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies?: readonly string[]
  /** None without. */
  readonly visitorPages?: VisitorPages
  readonly timeouts?: Partial<RequestTimeouts>
  readonly connections?: Partial<ConnectionLimits>
  /** Called for every request. */
  readonly observer?: RequestObserver
  /** Hashes what refused requests named, for their log lines. */
  readonly hashLogged?: HashLogged
  /** Aborted at the start of the shutdown: from then on each response closes its connection. */
  readonly stopping?: AbortSignal
}

const BODY_LIMIT_BYTES = 256 * 1024
// 256 characters of four bytes, each written as `%XX`; doubled, so that a longer ID gets a helpful error.
const MAX_PARAMETER_LENGTH = 2 * 256 * 4 * 3
const CONNECTIONS: ConnectionLimits = { ofProcess: 10_000, ofAddress: 512 }
const MAX_HEADER_BYTES = 16 * 1024
/** The initial values of our own fields of a request. */
const emptyRequest = { caller: null, payer: null, activity: null, refusal: null, customDomain: null }

const noPages: VisitorPages = {
  prefix: null,
  domains: { tenants: new Map() },
  sendUnknown: (reply) => reply,
}

/** The HTTP app: what applies to every request. Routes are added to it. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const {
    baseUrl,
    logger,
    trustedProxies = [],
    visitorPages: pages = noPages,
    observer = null,
    hashLogged = null,
  } = dependencies
  const watching = { observer, hashLogged }
  const hosts = { pages, isTrusted: networkTest(trustedProxies) }
  const transportSecurity = transportSecurityOf(baseUrl)
  const timeouts = { ...requestTimeouts, ...dependencies.timeouts }
  const unread = { limitBytes: BODY_LIMIT_BYTES, lingerMs: timeouts.lingerMs }
  const reportMalformed =
    ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): ReportClientError =>
    (answer) =>
      logger.info(
        { ...answer, clientNetwork: loggedNetwork(remoteAddress) ?? undefined },
        'malformed request rejected',
      )
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would respond to a missing host in another shape.
      requireHostHeader: false,
    },
    // While closing, requests on open connections are still answered, not refused in another format.
    return503OnClosing: false,
    rewriteUrl: (request) => requestedPath(request, hosts),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: parseQuery },
    schemaErrorFormatter: (errors) => shapeRefusal(errors satisfies readonly ShapeError[]),
    frameworkErrors: (error, request, reply) => {
      // The framework creates this request without the decorated fields.
      Object.assign(request, emptyRequest)
      watchRequest(request, reply, watching)
      // A visitor with a link that the router cannot parse gets a page as well.
      if (isVisitors(request, pages)) pages.sendUnknown(reply)
      else sendError(error, request, reply, baseUrl)
    },
    clientErrorHandler: (error, socket) => {
      // A file has a time limit of its own.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
      if (error.code !== 'ECONNRESET') observer?.malformed()
      answerClientError(error, socket, baseUrl, answerAhead, reportMalformed(socket))
    },
  })
  const answerAhead = watchAnswers(app.server)
  // Unknown expectations are ignored; Node would respond with an empty 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // A client that sends `Expect: 100-continue` before too large a body does not get 100.
  app.server.on('checkContinue', (request, response) => {
    const limit = mayBeUpload(request) ? UPLOAD_LIMIT_BYTES : BODY_LIMIT_BYTES
    if (Number(request.headers['content-length'] ?? 0) <= limit) response.writeContinue()
    app.server.emit('request', request, response)
  })
  // Nothing is tunnelled to anywhere.
  app.server.on('connect', (request, socket) =>
    answerClientError({}, socket, baseUrl, answerAhead, reportMalformed(request.socket)),
  )
  const connections = { ...CONNECTIONS, ...dependencies.connections }
  const countForwarded = limitConnections(app, connections, hosts.isTrusted)
  const paths = watchPaths(app)
  app.decorate('knownPaths', paths)
  app.setValidatorCompiler<object>(({ schema }) => lazyValidator(schema))
  readJsonBodies(app)
  readUploads(app)
  for (const [name, value] of Object.entries(emptyRequest)) app.decorateRequest(name, value)
  app.addHook('onRequest', (request, reply, done) => {
    const { originalUrl: url, headers, socket } = request
    request.customDomain = customDomainOf({ url, headers, socket }, hosts)
    watchRequest(request, reply, watching)
    enterActivity(request, reply, done)
  })
  app.addHook('preValidation', enterActivity)
  app.addHook('onRequest', async (request, reply) => {
    const { config, bodyLimit } = request.routeOptions
    const handlerMs = config.upload === undefined ? timeouts.handlerMs : UPLOAD_TIME_MS
    limitTime(reply, { ...timeouts, handlerMs, readMs: config.longestDownloadMs ?? timeouts.readMs })
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
    // A custom domain is its merchant's, whose decision that is.
    if (transportSecurity !== null && request.customDomain === null) {
      reply.header('Strict-Transport-Security', transportSecurity)
    }
    const excess = countForwarded(request, reply)
    if (config.resolveTenant !== undefined) await config.resolveTenant(request, reply)
    if (excess !== null) throw excess
    // Some libraries name a type of no body, as Ruby's Net::HTTP does.
    if (request.headers['content-length'] === '0') delete request.headers['content-type']
    rejectInvalidQuery(request.query)
    rejectTooLarge(request, bodyLimit ?? BODY_LIMIT_BYTES)
    rejectAmbiguous(request)
    rejectFragment(request.url)
    // Sent before the body is read, which is not used there.
    if (request.is404) refuseUnknown(request, reply, paths)
    if (request.method === 'GET' || request.method === 'HEAD') closeIfUnread(request, reply, unread)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (dependencies.stopping?.aborted === true) reply.header('Connection', 'close')
    done(null, payload)
  })
  app.setErrorHandler((error, request, reply) => {
    // Fastify would close the connection for every rejected body, and drop the requests pipelined behind it.
    reply.removeHeader('Connection')
    closeIfUnread(request, reply, unread)
    if (isNowhere(error, request) && isVisitors(request, pages)) pages.sendUnknown(reply)
    else sendError(error, request, reply, baseUrl)
  })
  return app
}

/** Whether a visitor asks, who always gets a page. */
function isVisitors({ url }: FastifyRequest, { prefix }: VisitorPages): boolean {
  return prefix !== null && url.startsWith(prefix)
}

function isNowhere(error: unknown, { is404 }: FastifyRequest): boolean {
  return is404 && error instanceof Refusal && error.code === 'NOT_FOUND'
}

/** Rejects before authentication: rejecting by the announced size costs nothing. */
function rejectTooLarge(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw plainRefusal('PAYLOAD_TOO_LARGE')
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): never {
  const path = request.url.replace(/\?.*$/s, '')
  const methods = paths.methodsAt(path)
  if (methods.length === 0) throw unknownPath(path, paths)
  reply.header('Allow', methods.join(', '))
  throw wrongMethod(methods)
}

function unknownPath(path: string, paths: KnownPaths): Refusal {
  const isSlashed = path.endsWith('/') && paths.methodsAt(path.replace(/\/$/, '')).length > 0
  return isSlashed
    ? new Refusal('NOT_FOUND', 'No path has this address. It is known without the slash at its end.')
    : plainRefusal('NOT_FOUND')
}

function wrongMethod(methods: readonly string[]): Refusal {
  return new Refusal(
    'METHOD_NOT_ALLOWED',
    `This method is not allowed for this path. Use ${methods.join(' or ')}.`,
  )
}

/** The timeouts of requests and their connections, in milliseconds. */
type RequestTimeouts = {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** The time from the request line to the response; a longer request is 503, or 408 when its body was not received. */
  readonly handlerMs: number
  /** The idle timeout of a connection, for example of a client that does not read its response. */
  readonly silenceMs: number
  /** How long a client may keep sending an unread body after the response before the connection is closed. */
  readonly lingerMs: number
  /** How long a client may take to read a response before the connection is closed, from the end of `handlerMs`. */
  readonly readMs: number
  /** How often late connections are looked for. */
  readonly checkEveryMs: number
}

export const requestTimeouts: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  handlerMs: 15_000,
  silenceMs: 60_000,
  lingerMs: 1000,
  readMs: 60_000,
  checkEveryMs: 5_000,
}

/** The methods of each path, for 405 with `Allow` where the router only reports "not found". */
type KnownPaths = {
  readonly methodsAt: (path: string) => readonly string[]
  /** All routes, with parameters as `:name`. */
  readonly all: () => readonly KnownPath[]
}

type KnownPath = { readonly url: string; readonly methods: readonly string[] }

/** Watches the app’s routes; must be called before the first is added. */
function watchPaths(app: FastifyInstance): KnownPaths {
  const routes: (KnownPath & { readonly segments: readonly string[] })[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, segments: url.split('/'), methods: Array.isArray(method) ? method : [method] })
  })
  return {
    all: () => routes,
    methodsAt: (path) => {
      const segments = path.split('/')
      const methods = routes
        .filter((route) => fits(route.segments, segments))
        .flatMap((route) => route.methods)
      return [...new Set(methods)].sort()
    },
  }
}

function fits(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every(
      (segment, index) => segment === path[index] || (segment.startsWith(':') && path[index] !== ''),
    )
  )
}

/** No type coercion and no removal of fields: a request is valid as it is, or rejected. */
const ajv = new Ajv({
  useDefaults: true,
  // Errors then contain the violated schema, which the messages are made of.
  verbose: true,
  formats: {
    ...Object.fromEntries(Object.entries(textFormats).map(([name, { check }]) => [name, check])),
    ...Object.fromEntries(
      Object.entries(numberFormats).map(
        ([name, { check }]) => [name, { type: 'number', validate: check }] as const,
      ),
    ),
  },
})

type Validator = { (value: unknown): boolean; errors?: ErrorObject[] | null }

/** Apps of one process share them, such as those of its tests. */
const validators = new WeakMap<object, Validator>()

/**
 * The validator of a schema, which is compiled for its first value: to compile the schemas of all routes would take a third of
 * the start of a process, which gets requests for few of them at first.
 */
export function lazyValidator(schema: object): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  let compiled: ValidateFunction | null = null
  const validator: Validator = (value) => {
    compiled ??= ajv.compile(schema)
    const isValid = compiled(value)
    validator.errors = compiled.errors ?? null
    return isValid
  }
  validators.set(schema, validator)
  return validator
}
