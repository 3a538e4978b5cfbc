import type { FastifyRequest } from 'fastify'
import type { Client } from '../limits/limits.ts'

/** A caller without a key. A body of unknown length counts as the longest that its address takes. */
export function clientOf({ headers, ip, routeOptions }: FastifyRequest): Client {
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = headers
  return { address: ip, bodyBytes: coding === undefined ? Number(length) : routeOptions.bodyLimit }
}
