import type { FastifyInstance } from 'fastify'
import type { WireAnswer } from '../requests/wire-rules.ts'
import { BASE_URL } from '../test-context.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Send = {
  readonly body?: unknown
  /** Null for a request without an `Origin`. */
  readonly origin?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser with cookies of its own, at a page of the portal. */
export type Browser = {
  request(
    method: Method,
    url: string,
    send?: Send,
  ): Promise<WireAnswer & { readonly setCookies: readonly string[] }>
  /** The cookies of the next request. */
  readonly cookies: Map<string, string>
}

export function openBrowser(app: FastifyInstance, remoteAddress = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async request(method, url, { body, origin = BASE_URL, headers = {} } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        method,
        url,
        remoteAddress,
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(origin === null || method === 'GET' ? {} : { origin }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const setCookies = [answer.headers['set-cookie'] ?? []].flat()
      for (const text of setCookies) keep(cookies, text)
      const texts = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(texts),
        body: JSON.parse(answer.payload || '{}'),
        setCookies,
      }
    },
  }
}

function keep(cookies: Map<string, string>, text: string): void {
  const [pair = ''] = text.split(';')
  const [name = '', value = ''] = pair.split('=')
  if (value === '' || /max-age=0/i.test(text)) cookies.delete(name)
  else cookies.set(name, value)
}
