import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from '../../../engine/network/public-address.ts'
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
      config: { isProbe: true },
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
    isLoopbackAddress(request.socket.remoteAddress ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined) &&
    isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''))
  )
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

function hasToken(request: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  // Digests have the same length, so that the comparison takes constant time.
  return token !== null && given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
