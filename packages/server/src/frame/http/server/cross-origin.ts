import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Callers, Tenant } from '../access/authenticate.ts'

/**
 * Sets which origins may read the response of a browser call. Never with credentials: no cookie is used
 * there. If the tenant lists no origins, and for an unknown alias, any origin may: the response has no stored
 * personal data.
 */
export async function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant | null,
  allowedOrigins: Callers['allowedOrigins'],
): Promise<void> {
  reply.header('Vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined) return
  const listed = tenant === null ? [] : await allowedOrigins(tenant.tenantId)
  if (listed.length > 0 && !listed.includes(origin)) return
  reply.header('Access-Control-Allow-Origin', listed.length > 0 ? origin : '*')
  reply.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy')
}

/** Answers a preflight, after `allowOrigin`. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT')
    reply.header('Access-Control-Allow-Headers', 'Content-Type, Authorization')
    reply.header('Access-Control-Max-Age', '600')
  }
  return reply.code(204).send()
}
