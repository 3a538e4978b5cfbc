import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../model/account.ts'
import type { Control } from './control.ts'
import { ControlError, notThere } from './control-error.ts'
import type { ControlRoute } from './control-route.ts'
import { fitted, Misfit } from './fitted.ts'

/** Serves a control API below `/sandbox`: JSON in, JSON out, errors as `{"error": {"code", "message"}}`. */
export function serveControl<A extends Account, C extends Control<A>>(
  app: FastifyInstance,
  control: C,
  routes: readonly ControlRoute<C>[],
): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async ({ method, headers }) => checkOrigin(method, headers))
      scope.setErrorHandler((error, request, reply) => sendError(control.gateway.log, error, request, reply))
      scope.setNotFoundHandler((request) => {
        throw notThere(`${request.method} ${request.url.replace(/[?].*/, '')} in the control API`)
      })
      for (const route of routes) {
        scope.route({
          method: route.method,
          url: route.path,
          handler: async (request, reply) => {
            const path = request.params as Record<string, string>
            const query = readQuery(request, route.query)
            const body = route.body === null ? null : fitted(route.body, readJson(request))
            reply.header('cache-control', 'no-store')
            const value = await route.handle({ control, path, query, body })
            if (value instanceof Readable) return reply.type('application/x-ndjson').send(value)
            if (request.method !== 'GET') control.changed()
            return reply.type('application/json; charset=utf-8').send(JSON.stringify(value))
          },
        })
      }
    },
    { prefix: '/sandbox' },
  )
}

/** Maps an error to one without internal details. */
export function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error
  if (error instanceof Misfit) return new ControlError('INVALID', error.message)
  if (error instanceof Error && 'status' in error && error.status === 400) {
    return new ControlError('INVALID', 'The body is not valid text in its charset.')
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  if (status === 413) return new ControlError('TOO_LARGE', 'The body is larger than 1 MiB.')
  return new ControlError('INTERNAL', 'Internal error of the sandbox; see its log.')
}

/** @throws {ControlError} for unknown values */
function readQuery(request: FastifyRequest, known: readonly string[]): Record<string, string> {
  const query = request.query as Record<string, string | string[]>
  const strange = Object.keys(query).find((name) => !known.includes(name))
  if (strange !== undefined) {
    const has = known.length === 0 ? 'nothing' : known.join(', ')
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
    // The parser's message adds nothing that the sender does not see.
    throw new ControlError('INVALID', 'The body is not valid JSON.')
  }
}

function sendError(
  log: (line: string) => void,
  error: unknown,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code, message, status } = toControlError(error)
  if (status === 500) log(`500 ${method} ${url}: ${error instanceof Error ? error.stack : error}`)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message } }))
}

/**
 * Lets in programs of this machine and pages of the gateway's own, and no page that a browser has from elsewhere: not by
 * its origin, and not by a name of its own that leads to this machine. @throws {ControlError}
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders): void {
  const host = headers.host ?? ''
  if (!isLoopback(host)) {
    throw new ControlError(
      'FORBIDDEN',
      `Ask at 127.0.0.1 or localhost; the name ${host || '(none)'} is not known.`,
    )
  }
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ControlError('FORBIDDEN', `Requests from the origin ${origin} are not allowed.`)
  }
  const site = headers['sec-fetch-site']
  // Links from other sites are allowed; only the visitor sees the page.
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit) {
    throw new ControlError('FORBIDDEN', 'Requests from other origins are not allowed.')
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127[.]0[.]0[.]1|\[::1\])(:\d{1,5})?$/i.test(host)
}
