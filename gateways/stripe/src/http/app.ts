import { createApp as createEmptyApp, statusOfError } from '@goodword/sandbox/http/create-app'
import { type Api, injectFaults } from '@goodword/sandbox/http/inject-faults'
import type { TwoServers } from '@goodword/sandbox/http/two-servers'
import { nowOf } from '@goodword/sandbox/model/world'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../resources/route.ts'
import { routes } from '../resources/routes.ts'
import { addressOf, pathOf } from '../wire/address.ts'
import { ApiError } from '../wire/api-error.ts'
import type { Gateway } from '../work.ts'
import { type Caller, callerOf, checkPermission } from './authenticate.ts'
import { type Answer, carryOut, keyedOf, storedAnswer, useKey, versionOf } from './carry-out.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of Stripe's API. */
    readonly stripeRoute?: Route
  }
}

/** The sandbox as an HTTP server. */
export function createApp(
  gateway: Gateway,
  seed: number,
): { readonly app: FastifyInstance; readonly servers: TwoServers } {
  const { app, servers } = createEmptyApp((bytes) => bytes.toString('utf8'))
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.setNotFoundHandler(({ method, url }, reply) => {
    gateway.log(`404 ${method} ${url}: nothing is there`)
    const message = `Unrecognized request URL (${method}: ${pathOf(url)}).`
    return sendError(reply, new ApiError(404, 'invalid_request_error', message))
  })
  app.setErrorHandler((error, { method, url }, reply) => {
    const known = error instanceof ApiError ? error : unexpected(error)
    gateway.log(`${known.status} ${method} ${url}: ${known.status === 500 ? stackOf(error) : known.message}`)
    return sendError(reply, known)
  })
  app.addHook('onRequest', async (request) => {
    if (!/^\/v[12]\//.test(request.url)) return
    const caller = callerOf(gateway, request, seed)
    callers.set(request, caller)
    const { stripeRoute } = request.routeOptions.config
    if (stripeRoute !== undefined) checkPermission(caller, stripeRoute.permission)
    versionOf(caller.account, request)
  })
  app.addHook('preHandler', async (request, reply) => {
    const caller = callers.get(request)
    const keyed = keyedOf(request)
    if (caller === undefined || keyed === null) return
    if (storedAnswer(caller.account, keyed, nowOf(gateway, caller.account)) !== null) return
    reply.raw.once('close', useKey(caller.account, keyed.key))
  })
  injectFaults(app, gateway, apiOf(gateway, callers))
  for (const route of routes) {
    app.route({
      method: route.method,
      url: urlOf(route),
      config: { stripeRoute: route },
      handler: (request, reply) => {
        const caller = callers.get(request)
        if (caller === undefined) throw new Error(`request not authenticated: ${request.url}`)
        return send(gateway, request, reply, carryOut(gateway, caller, route, request, reply))
      },
    })
  }
  return { app, servers }
}

/** Calls of the second API have that in their path. */
function urlOf({ path }: Route): string {
  return path.startsWith('/v2/') ? path : `/v1${path}`
}

function apiOf(gateway: Gateway, callers: WeakMap<FastifyRequest, Caller>): Api {
  return {
    callerOf: (request) => {
      const caller = callers.get(request)
      if (caller === undefined) return null
      return { account: caller.account, address: addressOf(request) }
    },
    carryOut: (request, reply) => {
      const { stripeRoute } = request.routeOptions.config
      const caller = callers.get(request)
      if (stripeRoute === undefined || caller === undefined) return null
      return carryOut(gateway, caller, stripeRoute, request, reply).status
    },
    fail: (reply, status) => {
      const message = 'An unknown error occurred: a fault rule of the sandbox.'
      const type = status === 429 || status < 500 ? 'invalid_request_error' : 'api_error'
      return sendError(reply, new ApiError(status, type, message))
    },
  }
}

function send(
  { log }: Gateway,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  { status, body, headers }: Answer,
): FastifyReply {
  if (status >= 400) log(`${status} ${method} ${url}: ${body}`)
  return reply.code(status).headers(headers).type('application/json').send(body)
}

function sendError(reply: FastifyReply, { status, body }: ApiError): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

function unexpected(error: unknown): ApiError {
  const status = statusOfError(error)
  if (status === 500) return new ApiError(500, 'api_error', 'The sandbox failed; see its log.')
  return new ApiError(status, 'invalid_request_error', error instanceof Error ? error.message : `${error}`)
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
