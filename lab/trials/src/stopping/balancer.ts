import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { fileErrorCode } from '@goodword/server/engine/secrets/private-file'

/**
 * A balancer as the guide sets one up: round robin over the ready processes, over connections that it keeps. When
 * a connection is refused or breaks before the answer, it sends the request to another process: repeating a write does
 * no harm. It tries every process when none seems ready, because it may have looked too early.
 */
export type Balancer = { readonly url: string; close(): Promise<void> }

const LOOK_EVERY_MS = 100
const brokenConnections = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']
/** A process reports not ready for at least a second. A health check older than this may have missed it. */
const LOOK_IS_OLD_MS = 500

type Process = { readonly port: number; readonly agent: Agent; isReady: boolean; lookedAt: number }

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const processes = ports.map((port): Process => {
    return { port, agent: new Agent({ keepAlive: true }), isReady: true, lookedAt: performance.now() }
  })
  let turn = 0
  const server = createServer((incoming, answer) => {
    void readAll(incoming).then(async (body) => {
      const now = performance.now()
      await Promise.all(processes.filter((it) => now - it.lookedAt > LOOK_IS_OLD_MS).map(look))
      turn += 1
      const ready = processes.filter((it) => it.isReady)
      const others = processes.filter((it) => !it.isReady)
      const first = turn % Math.max(1, ready.length)
      passOn(incoming, body, answer, [...ready.slice(first), ...ready.slice(0, first), ...others])
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = setInterval(() => void Promise.all(processes.map(look)), LOOK_EVERY_MS)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async close() {
      clearInterval(looking)
      for (const { agent } of processes) agent.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function look(it: Process): Promise<void> {
  const lookedAt = performance.now()
  const isReady = await fetch(`http://127.0.0.1:${it.port}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
  // Of two looks that were under way at once the later one counts.
  if (lookedAt < it.lookedAt) return
  it.isReady = isReady
  it.lookedAt = lookedAt
}

function passOn(
  incoming: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  [process, ...others]: readonly Process[],
): void {
  if (process === undefined) {
    fail(answer, 'no process answered')
    return
  }
  const { port, agent } = process
  const { method = 'GET', url = '/' } = incoming
  const passing = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path: url,
    headers: passedOn(incoming.headers),
  })
  passing.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, passedOn(response.headers))
    response.pipe(answer)
    response.on('error', () => answer.destroy())
  })
  passing.on('error', (error) => {
    const code = fileErrorCode(error)
    if (code !== undefined && brokenConnections.includes(code)) passOn(incoming, body, answer, others)
    else fail(answer, `${error.message}, ${passing.reusedSocket ? 'reused' : 'fresh'} connection`)
  })
  passing.end(body)
}

function fail(answer: ServerResponse, reason: string): void {
  if (answer.headersSent) answer.destroy()
  else answer.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
}

/** Headers about one connection are not passed on to the next. */
function passedOn({
  connection,
  'keep-alive': keepAlive,
  ...headers
}: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return headers
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces)
}
