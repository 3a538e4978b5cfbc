import type { FastifyInstance } from 'fastify'
import { basic } from '../test-service.ts'

type LegacyRequest = {
  readonly body?: unknown
  /** The credentials of HTTP Basic, as the client sends them. */
  readonly credentials?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly alias?: string
}

type LegacyReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  /** Empty for a body that is not JSON. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends requests as clients of the former service do: below `/api/v1/acme` unless the path begins with `/a/`. */
export function legacyClient({ app }: { readonly app: FastifyInstance }) {
  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
    path: string,
    { body, credentials, headers = {}, alias = 'acme' }: LegacyRequest = {},
  ): Promise<LegacyReply> => {
    const answer = await app.inject({
      method,
      url: path.startsWith('/a/') ? path : `/api/v1/${alias}${path}`,
      headers: {
        accept: 'application/json',
        ...(credentials === undefined ? {} : { authorization: basic(credentials) }),
        // Clients of Go, Java and JavaScript send it with GET as well.
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const text = answer.payload
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return { status: answer.statusCode, headers: answer.headers, text, body: isJson ? JSON.parse(text) : {} }
  }
}
