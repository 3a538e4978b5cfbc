import type { FastifyRequest } from 'fastify'
import { ADDRESS_HEADER } from '../../auth-names.ts'

/** The headers of a request that the authentication library reads. */
export function libraryHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip })
  for (const name of ['cookie', 'user-agent', 'origin'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}
