import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type GatewayFaults, LATE_MS } from './gateway-faults.ts'

/**
 * The barrier of the gateway: passes each call on to the clock URL, and lets time go on only when requests that the gateway
 * carries out late have been. A second of theirs would be a day here, in which no real gateway keeps a request.
 */
export async function startBarrier(clockUrl: string, faults: Pick<GatewayFaults, 'hits'>) {
  let seen = 0
  const server = createServer((request, response) => {
    passOn(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(503).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }

  async function passOn(request: IncomingMessage): Promise<number> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(clockUrl, { method: 'POST', headers, body })
    const late = (await faults.hits()).applied_late ?? 0
    if (late > seen) await pause(2 * LATE_MS)
    seen = late
    return status
  }
}
