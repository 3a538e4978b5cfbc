import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a program of the account received. */
export type Received = {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export type Listener = {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

export type Answer = (received: Received, response: ServerResponse) => void | Promise<void>

/** A receiver of notifications that accepts them unless configured otherwise. */
export async function givenListener(
  answer: Answer = (_received, response) => {
    response.end()
  },
): Promise<Listener> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request).catch(() => null)
    // Sender or receiver may end before the request is complete.
    if (one === null) return
    received.push(one)
    await answer(one, response)
  })
  return { url: await listen(server), received, close: () => closed(server) }
}

/** A listener that keeps only counts of its requests: a year of notifications would fill the memory. */
export async function givenCounter() {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const hash = createHash('sha1')
    request.on('data', (piece) => hash.update(piece))
    request.on('end', () => {
      const digest = hash.digest('hex')
      counts.set(digest, (counts.get(digest) ?? 0) + 1)
      response.end()
    })
  })
  return { url: await listen(server), counts, close: () => closed(server) }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}

async function read(request: IncomingMessage): Promise<Received> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const body = Buffer.concat(pieces).toString('utf8')
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    body,
    headers: request.headers,
  }
}
