import { randomUUID } from 'node:crypto'
import { numberFormats, textFormats } from '@goodword/contract/formats'
import { Refusal } from '@goodword/contract/refusal'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { answerClientError } from './client-error.ts'
import { plainRefusal, sendError } from './errors.ts'
import { readJsonBodies } from './json-body.ts'
import { watchPaths } from './known-paths.ts'
import { parseQuery } from './query.ts'
import { SHARE_LINKS, sendSharePage } from './share-page.ts'
import { type ShapeError, shapeRefusal } from './validation-message.ts'

export type AppDependencies = {
  /** Where the service is reached from outside, without a slash at the end. */
  readonly baseUrl: string
  readonly logger: FastifyBaseLogger
  /** Networks (CIDR) whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies?: readonly string[]
  readonly timeouts?: Partial<Timeouts>
}

export type Timeouts = {
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** How often late connections are looked for. */
  readonly checkEveryMs: number
}

const BODY_LIMIT_BYTES = 256 * 1024
// 256 characters of four bytes, each byte written as `%XX`; double, so that a longer id is told what is wrong with it.
const MAX_PARAMETER_LENGTH = 2 * 256 * 4 * 3
const MAX_HEADER_BYTES = 16 * 1024
const TIMEOUTS: Timeouts = { headersMs: 15_000, requestMs: 30_000, keepAliveMs: 72_000, checkEveryMs: 5_000 }

/** The HTTP frame: everything that is true of every request, whatever it asks for. Routes are added to it. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const { baseUrl, logger } = dependencies
  const timeouts = { ...TIMEOUTS, ...dependencies.timeouts }
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: dependencies.trustedProxies === undefined ? false : [...dependencies.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would answer a missing host in a shape of its own.
      requireHostHeader: false,
    },
    // While closing, what still comes on open connections is answered, not refused in another shape.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: parseQuery },
    ajv: { customOptions: validation },
    schemaErrorFormatter: (errors) => shapeRefusal(errors satisfies readonly ShapeError[]),
    frameworkErrors: (error, request, reply) => {
      // A visitor whose link the router cannot read gets a page as well.
      if (request.url.startsWith(SHARE_LINKS)) sendSharePage(reply, 'unknown')
      else sendError(error, request, reply, baseUrl)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, baseUrl),
  })
  // An expectation that nobody knows is ignored, where Node would answer an empty 417.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  const paths = watchPaths(app)
  readJsonBodies(app)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    refuseTooLarge(request)
    refuseUnclearHost(request)
  })
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, baseUrl))
  app.setNotFoundHandler((request, reply) => {
    const methods = paths.methodsAt(request.url.replace(/\?.*$/s, ''))
    if (methods.length > 0) reply.header('Allow', methods.join(', '))
    sendError(methods.length > 0 ? wrongMethod(methods) : plainRefusal('NOT_FOUND'), request, reply, baseUrl)
  })
  return app
}

/** One line per request, with the route instead of the address: ids of people stay out of logs. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      tenantId: request.caller?.tenant.tenantId ?? null,
      status: reply.statusCode,
      tookMs: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}

/** Nothing is turned into another type or taken away: a request is right as it is, or refused. */
const validation = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  // Errors then hold the schema that was not met, which the messages are made of.
  verbose: true,
  formats: {
    ...Object.fromEntries(Object.entries(textFormats).map(([name, { check }]) => [name, check])),
    ...Object.fromEntries(
      Object.entries(numberFormats).map(
        ([name, { check }]) => [name, { type: 'number', validate: check }] as const,
      ),
    ),
  },
} as const

/** Before anybody is asked who they are: an announced size costs nothing to refuse. */
function refuseTooLarge(request: FastifyRequest): void {
  const limit = request.routeOptions.bodyLimit ?? BODY_LIMIT_BYTES
  if (Number(request.headers['content-length'] ?? 0) > limit) throw plainRefusal('PAYLOAD_TOO_LARGE')
}

/** One host, said once: a proxy and we could each believe another of two. */
function refuseUnclearHost(request: FastifyRequest): void {
  const { rawHeaders, httpVersion } = request.raw
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return
  throw new Refusal('MALFORMED_REQUEST', 'The request does not have exactly one Host header. Send one.')
}

function wrongMethod(methods: readonly string[]): Refusal {
  return new Refusal(
    'METHOD_NOT_ALLOWED',
    `This address does not answer this method. Use ${methods.join(' or ')}.`,
  )
}
