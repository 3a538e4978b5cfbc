import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { whileAtHand } from '@goodword/sandbox/http/request-at-hand'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, nowOf } from '../gateway.ts'
import { findUnknown, type Params } from '../model/params.ts'
import { type Answer, RequestRejected } from '../protocol/answer.ts'
import type { Route } from '../protocol/route.ts'
import { writeXml } from '../protocol/xml.ts'
import { routes } from '../routes/routes.ts'
import { callerOf } from './authenticate.ts'
import { readBody } from './read-body.ts'

const gzipped = promisify(gzip)

/** Handled like version 6: official SDKs of the last ten years send one of them. */
const API_VERSIONS = ['3', '4', '5', '6']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the gateway's API does. */
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
