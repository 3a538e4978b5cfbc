import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Reply } from '@goodword/testing/replies'

export type SeenRequest = {
  readonly method: string
  /** Below the address of the case. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type CaseServer = {
  /** The address of a case: its requests get its replies in their order, the last one again and again. */
  readonly addressOf: (name: string, replies: readonly Reply[]) => string
  readonly seen: (name: string) => readonly SeenRequest[]
  readonly close: () => void
}

/** A server that replies as each case says. */
export async function startCaseServer(): Promise<CaseServer> {
  const cases = new Map<string, { readonly replies: readonly Reply[]; readonly seen: SeenRequest[] }>()
  const server = createServer(async (request, response) => {
    const [, name = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    const found = cases.get(name)
    const body = await text(request)
    const reply = found?.replies[Math.min(found.seen.length, found.replies.length - 1)]
    found?.seen.push({ method: request.method ?? '', url: rest, headers: request.headers, body })
    if (reply === undefined) response.writeHead(500).end()
    else reply(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf(name, replies) {
      cases.set(name, { replies, seen: [] })
      return `http://127.0.0.1:${port}/${name}`
    },
    seen: (name) => cases.get(name)?.seen ?? [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const other =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end('<h1>Hello</h1>')

/** The request stays without a response. */
export const silent: Reply = () => undefined
