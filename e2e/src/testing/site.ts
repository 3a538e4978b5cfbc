import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** What a path of a site answers: a page, or something else with its headers. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | readonly string[]>>
      readonly body?: string
      /** Follows the body after half a second, as on a slow network. */
      readonly rest?: string
    }

export type SiteRequest = {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Site = {
  /** `http://<host>:<port>`; every host name leads to it. */
  readonly at: (host: string) => string
  /** The origin of the site, on `shop.test`. */
  readonly origin: string
  /** All requests. */
  readonly requests: readonly SiteRequest[]
}

type Answering = (request: SiteRequest) => SiteAnswer | null

/** A merchant's site for the tests of a file. What `answering` answers null for is 404. */
export async function openSite(answering: Answering | Readonly<Record<string, SiteAnswer>>): Promise<Site> {
  const answer: Answering =
    typeof answering === 'function'
      ? answering
      : ({ url }) => answering[new URL(url, 'http://site.test').pathname] ?? null
  const requests: SiteRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming)
    requests.push(request)
    const answered = answer(request) ?? { status: 404 }
    const {
      status = 200,
      headers = {},
      body = '',
      rest,
    } = typeof answered === 'string' ? { body: answered } : answered
    outgoing.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          typeof value === 'string' ? value : [...value],
        ]),
      ),
    })
    if (rest !== undefined) {
      outgoing.write(body)
      await delay(500)
    }
    outgoing.end(rest ?? body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const at = (host: string) => `http://${host}:${port}`
  return { at, origin: at('shop.test'), requests }
}

async function readRequest(incoming: IncomingMessage): Promise<SiteRequest> {
  let body = ''
  for await (const piece of incoming) body += piece
  const { method = 'GET', url = '/', headers } = incoming
  return { method, url, headers, body }
}
