import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { RequestRejected } from '../protocol/answer.ts'
import { authenticateFirst } from './authenticate.ts'
import { serveGateway } from './gateway-app.ts'
import { injectFaults } from './inject-faults.ts'
import { notSimulated } from './not-simulated.ts'
import { textOfBody } from './read-body.ts'
import { failureAt } from './test-paths.ts'
import { type TwoServers, twoServers } from './two-servers.ts'

const BODY_LIMIT = 1024 * 1024

/** The gateway as an HTTP server. */
export function createApp(gateway: Gateway): { readonly app: FastifyInstance; readonly servers: TwoServers } {
  const servers = twoServers()
  const app = Fastify({
    serverFactory: servers.factory,
    bodyLimit: BODY_LIMIT,
    // Some SDKs end the paths of lists with a slash.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A request that is delayed by a fault rule must not delay the shutdown.
    forceCloseConnections: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
    textOfBody(body, headers['content-type']),
  )
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const wanted = failureAt(path)
    if (wanted !== null) return sendRejection(reply, wanted)
    gateway.log(`404 ${lineOf(request)}: ${whyNothing(path)}`)
    return sendRejection(reply, 404)
  })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof RequestRejected ? error.status : statusOf(error)
    gateway.log(`${status} ${lineOf(request)}: ${error instanceof Error ? error.message : String(error)}`)
    return sendRejection(reply, status)
  })
  authenticateFirst(app, gateway)
  injectFaults(app, gateway)
  serveGateway(app, gateway)
  return { app, servers }
}

function whyNothing(path: string): string {
  const missing = notSimulated(path)
  return missing === null ? 'nothing is there' : `the gateway has ${missing} there, which is not simulated`
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : 500
}

function lineOf({ method, url }: FastifyRequest): string {
  return `${method} ${url}`
}

/** The body is blank: SDKs go by the status. */
function sendRejection(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="Braintree"')
  return reply.code(status).type('application/xml; charset=utf-8').send(' ')
}
