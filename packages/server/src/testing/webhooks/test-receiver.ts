import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll } from 'vitest'

/** An event as it arrived. */
export type ReceivedEvent = {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly data: Readonly<Record<string, unknown>>
  readonly people?: unknown
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

/** Answers an event; `count` is from 1 on. */
export type Answer = (response: ServerResponse, event: ReceivedEvent, count: number) => void

export type TestReceiver = {
  readonly url: string
  /** Everything that arrived, in that order. */
  readonly events: ReceivedEvent[]
  /** How many requests were open at the same time, at most. */
  readonly mostAtOnce: () => number
  /** How many connections were made. */
  readonly connections: () => number
  answer: Answer
  /** Ends open connections, and refuses new ones. */
  readonly close: () => Promise<void>
}

export const accept: Answer = (response) => void response.writeHead(204).end()
export const reject =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end('no')

/** A receiver on this machine, closed after the last test of the file at the latest. */
export async function startReceiver(answer: Answer = accept): Promise<TestReceiver> {
  const events: ReceivedEvent[] = []
  const sockets = new Set<Socket>()
  let open = 0
  let most = 0
  let connections = 0
  const server = createServer(async (request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    const body = await text(request)
    const event: ReceivedEvent = { ...JSON.parse(body), body, headers: request.headers }
    events.push(event)
    receiver.answer(response, event, events.length)
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    events,
    mostAtOnce: () => most,
    connections: () => connections,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  afterAll(receiver.close)
  return receiver
}

/** Verifies an event with the public library of Standard Webhooks; throws its errors. */
export function verify(secret: string, { body, headers }: Pick<ReceivedEvent, 'body' | 'headers'>): unknown {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Webhook(secret).verify(body, Object.fromEntries(texts))
}
