import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestRejected } from '../protocol/answer.ts'
import type { Control } from './control.ts'
import { ControlError, notThere } from './control-error.ts'
import type { ControlRoute } from './control-route.ts'
import { fitted, Misfit } from './fitted.ts'
import { checkOrigin } from './own-origin.ts'
import { clockRoutes } from './routes/clock-routes.ts'
import { disputeRoutes } from './routes/dispute-routes.ts'
import { faultRoutes } from './routes/fault-routes.ts'
import { listRoutes } from './routes/list-routes.ts'
import { merchantRoutes } from './routes/merchant-routes.ts'
import { settingRoutes } from './routes/setting-routes.ts'
import { snapshotRoutes } from './routes/snapshot-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'

/** All that the control API does, below `/sandbox`. */
const controlRoutes: readonly ControlRoute[] = [
  ...merchantRoutes,
  ...clockRoutes,
  ...listRoutes,
  ...disputeRoutes,
  ...webhookRoutes,
  ...faultRoutes,
  ...settingRoutes,
  ...snapshotRoutes,
]

/** Serves the control API: JSON in, JSON out, errors as `{"error": {"code", "message"}}`. */
export function serveControl(app: FastifyInstance, control: Control): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async ({ method, headers }) => checkOrigin(method, headers))
      scope.setErrorHandler((error, request, reply) => sendError(control, error, request, reply))
      scope.setNotFoundHandler((request) => {
        throw notThere(`${request.method} ${request.url.replace(/[?].*/, '')} in the control API`)
      })
      for (const route of controlRoutes) {
        scope.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) => answer(control, route, request, reply),
        })
      }
    },
    { prefix: '/sandbox' },
  )
}

/** What people may know of what went wrong. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error
  if (error instanceof Misfit) return new ControlError('INVALID', error.message)
  if (error instanceof RequestRejected && error.status === 400) {
    return new ControlError('INVALID', 'The body is not valid text in its charset.')
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  if (status === 413) return new ControlError('TOO_LARGE', 'The body is larger than 1 MiB.')
  return new ControlError('INTERNAL', 'Internal error of the sandbox; see its log.')
}

async function answer(
  control: Control,
  route: ControlRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.params as Record<string, string>
  const query = readQuery(request, route)
  const body = route.body === null ? null : fitted(route.body, readJson(request))
  reply.header('cache-control', 'no-store')
  const value = await route.handle({ control, path, query, body })
  if (value instanceof Readable) return reply.type('application/x-ndjson').send(value)
  if (request.method !== 'GET') control.changed()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
}

/** @throws {ControlError} for unknown values */
function readQuery(request: FastifyRequest, route: ControlRoute): Record<string, string> {
  const query = request.query as Record<string, string | string[]>
  const strange = Object.keys(query).find((name) => !route.query.includes(name))
  if (strange !== undefined) {
    const has = route.query.length === 0 ? 'nothing' : route.query.join(', ')
    throw new ControlError('INVALID', `Unknown query parameter "${strange}"; allowed: ${has}.`)
  }
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
}

/** @throws {ControlError} */
function readJson({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    // Why it is none says nothing that the sender does not see.
    throw new ControlError('INVALID', 'The body is not valid JSON.')
  }
}

function sendError(
  { gateway }: Control,
  error: unknown,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code, message, status } = toControlError(error)
  if (status === 500) gateway.log(`500 ${method} ${url}: ${error instanceof Error ? error.stack : error}`)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message } }))
}
