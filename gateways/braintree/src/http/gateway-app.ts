import { createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fitsRequest } from '@goodword/sandbox/faults/rule-hits'
import { whileAtHand } from '@goodword/sandbox/http/request-at-hand'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, nowOf } from '../gateway.ts'
import type { KeyPair, Merchant } from '../model/merchant.ts'
import { findUnknown, type Params } from '../model/params.ts'
import { addressOf } from '../protocol/address-of.ts'
import { type Answer, RequestRejected } from '../protocol/answer.ts'
import { decodeBody } from '../protocol/decode-body.ts'
import { readForm } from '../protocol/read-form.ts'
import { readJson } from '../protocol/read-json.ts'
import { readXml } from '../protocol/read-xml.ts'
import type { Route } from '../protocol/route.ts'
import { Unreadable } from '../protocol/unreadable.ts'
import { writeXml } from '../protocol/xml.ts'
import { routes } from '../routes/routes.ts'

const gzipped = promisify(gzip)

/** Handled like version 6: official SDKs of the last ten years send one of them. */
const API_VERSIONS = ['3', '4', '5', '6']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the gateway's API. */
    readonly gatewayRoute?: Route
  }
}

/** Serves the gateway's API below `/merchants/{merchant id}`. */
export function serveGateway(app: FastifyInstance, gateway: Gateway): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/merchants/:merchantId${route.path}`,
      config: { gatewayRoute: route },
      handler: (request, reply) => send(request, reply, carryOut(gateway, route, request, reply)),
    })
  }
}

/** Executes an authenticated request. @throws {RequestRejected} */
export function carryOut(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer {
  const { merchantId: _, ...path } = request.params as Record<string, string>
  const { merchant, user } = callerOf(request)
  if (route.caller !== 'browser') checkVersion(request)
  const query = request.query as Record<string, string>
  const body = route.body === undefined && route.method === 'GET' ? {} : readBody(request)
  checkKnown(route, query, body)
  const origin = `${request.protocol}://${request.host}`
  const call = { gateway, merchant, now: nowOf(gateway, merchant), path, query, body, user, origin }
  const atHand = { account: merchant, request: request.raw, response: reply.raw }
  return whileAtHand(atHand, () => route.handle(call))
}

function checkVersion(request: FastifyRequest): void {
  const version = request.headers['x-apiversion']
  if (version === undefined || API_VERSIONS.includes(`${version}`)) return
  throw new RequestRejected(
    426,
    `API version ${version} is not supported; supported: ${API_VERSIONS.join(', ')}`,
  )
}

/** The gateway rejects a request with unknown parameters as forbidden. */
function checkKnown(
  { method, path, body: shape, query: known = [] }: Route,
  query: Params,
  body: Params,
): void {
  const unknown = findUnknown(body, shape ?? {})
  if (unknown !== null) {
    throw new RequestRejected(
      403,
      `${method} ${path} does not support the parameter ${unknown}, or not with this structure`,
    )
  }
  const strange = Object.keys(query).find((key) => !known.includes(key))
  if (strange !== undefined)
    throw new RequestRejected(403, `${method} ${path} does not support the query parameter ${strange}`)
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  if (answer.kind === 'redirection') return reply.redirect(answer.location, 303)
  if (answer.kind === 'json') {
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.value)
  }
  reply.code(answer.status).type('application/xml; charset=utf-8')
  return await sendPerhapsZipped(request, reply, answer.root === null ? ' ' : writeXml(answer.root))
}

async function sendPerhapsZipped(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(`${request.headers['accept-encoding'] ?? ''}`)) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await gzipped(text))
}

/** The parsed body of a request; empty if there is none. @throws {RequestRejected} 400 */
function readBody({ body, headers }: FastifyRequest): Params {
  const text = typeof body === 'string' ? body : ''
  if (text.trim() === '') return {}
  const type = headers['content-type'] ?? ''
  return orReject(() => {
    if (type.includes('x-www-form-urlencoded')) return readForm(text)
    return type.includes('json') ? readJson(text) : readXml(text)
  })
}

/** The text of a body as it arrives. @throws {RequestRejected} 400 */
export function textOfBody(bytes: Buffer, type = ''): string {
  return orReject(() => decodeBody(bytes, type))
}

function orReject<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) throw new RequestRejected(400, error.message)
    throw error
  }
}

type Caller = {
  readonly merchant: Merchant
  /** The public key of the caller; empty for a browser, which the route has to check itself. */
  readonly user: string
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Authenticates every request below `/merchants/{merchant id}` before anything else, also one to a path that does not
 * exist: what exists is no business of a client without keys.
 */
export function authenticateFirst(app: FastifyInstance, gateway: Gateway): void {
  app.addHook('onRequest', async (request) => {
    const address = addressOf(request.raw)
    if (address === null || address.path === '' || failureAt(address.path) !== null) return
    const merchant = findMerchant(gateway, address.merchantId)
    if (request.routeOptions.config.gatewayRoute?.caller === 'browser') {
      callers.set(request, { merchant, user: '' })
      return
    }
    const { publicKey, denied = [] } = findKey(merchant, request.headers.authorization)
    if (denied.some((match) => fitsRequest(match, address))) {
      throw new RequestRejected(403, `the role of the public key ${publicKey} does not permit this`)
    }
    callers.set(request, { merchant, user: publicKey })
  })
}

/** The caller of a request that was authenticated. */
function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`request not authenticated: ${request.method} ${request.url}`)
  return caller
}

/** The merchant of a path. @throws {RequestRejected} 401, which does not reveal whether the merchant exists */
function findMerchant(gateway: Gateway, id: string): Merchant {
  const merchant = gateway.accounts.get(id)
  if (merchant === undefined) throw new RequestRejected(401, `there is no merchant ${id}`)
  return merchant
}

/** The merchant's key of a request (HTTP Basic). @throws {RequestRejected} 401 */
function findKey({ id, keys }: Merchant, authorization: string | undefined): KeyPair {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) throw new RequestRejected(401, 'the request has no Basic authorization')
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  const publicKey = decoded.slice(0, Math.max(colon, 0))
  const key = keys.find((each) => each.publicKey === publicKey)
  if (key === undefined) throw new RequestRejected(401, `merchant ${id} has no public key ${publicKey}`)
  if (!isSame(decoded.slice(colon + 1), key.privateKey)) {
    throw new RequestRejected(401, `the private key that came with ${publicKey} is wrong`)
  }
  return key
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The paths at which the sandbox fails on purpose, with any merchant and with none. */
export function failureAt(path: string): 500 | 503 | null {
  if (path.endsWith('/test/error')) return 500
  return path.endsWith('/test/maintenance') ? 503 : null
}
