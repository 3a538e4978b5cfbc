import type { FastifyRequest } from 'fastify'
import type { Client } from './limits.ts'

const MAX_USER_AGENT = 160

/** The User-Agent header, cut to the length that the audit log keeps. */
export function userAgentOf(text: string | null | undefined): string | null {
  return text?.slice(0, MAX_USER_AGENT) ?? null
}

/** A caller without a key. A body of unknown length counts as the longest that its address takes. */
export function clientOf({ headers, ip, routeOptions }: FastifyRequest): Client {
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = headers
  return { address: ip, bodyBytes: coding === undefined ? Number(length) : routeOptions.bodyLimit }
}
