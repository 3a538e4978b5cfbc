import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainRefusal } from './errors.ts'

export type ServedMetrics = { readonly contentType: string; readonly text: () => Promise<string> }

/**
 * `GET /metrics` for a Prometheus on this machine or with the token. Otherwise it responds with 404,
 * or with 401 if a token is set.
 */
export function serveMetrics(app: FastifyInstance, metrics: ServedMetrics, token: string | null): void {
  app.get(
    '/metrics',
    {
      onSend: async (_request, reply) => {
        if (reply.statusCode === 401) reply.header('WWW-Authenticate', 'Bearer realm="goodword"')
      },
    },
    async (request, reply) => {
      if (!isFromThisMachine(request) && !hasToken(request, token)) throw refusalTo(token)
      return reply
        .header('Cache-Control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text())
    },
  )
}

function refusalTo(token: string | null): Refusal {
  if (token === null) return plainRefusal('NOT_FOUND')
  return new Refusal(
    'UNAUTHORIZED',
    'Metrics require a token. Send "Authorization: Bearer" with the METRICS_TOKEN of the service.',
  )
}

/**
 * Whether the request was sent from this machine to this machine. A local proxy forwards for others: it adds headers
 * in a header, or at least passes on the public host name.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers } = request
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    isNameOfThisMachine(headers.host ?? '')
  )
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
// The notation of IPv4 addresses on a dual-stack socket.
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

function isNameOfThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name.toLowerCase() === 'localhost' || isLoopback(name)
}

function hasToken(request: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  // Digests have the same length, so that the comparison takes constant time.
  return token !== null && given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
