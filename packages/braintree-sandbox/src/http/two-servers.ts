import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TwoServers = {
  readonly factory: (handler: RequestListener) => Server
  /** Listens at 127.0.0.1 and, where there is one, at ::1: clients that say `localhost` may come to either. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

/** One handler behind both addresses of this machine. */
export function twoServers(): TwoServers {
  const servers: Server[] = []
  return {
    factory(handler) {
      servers.push(createServer(handler), createServer(handler))
      const [first] = servers
      if (first === undefined) throw new Error('a server was made')
      return first
    },
    async listen(wanted) {
      const [first, second] = servers
      if (first === undefined || second === undefined) throw new Error('the app is ready')
      const port = await listenAt(first, wanted, '127.0.0.1')
      try {
        await listenAt(second, port, '::1')
      } catch (error) {
        if (!isWithoutAddress(error)) throw error
      }
      return port
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        if (server.listening) await new Promise((closed) => server.close(closed))
      }
    },
  }
}

async function listenAt(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A machine without IPv6 has no ::1. */
function isWithoutAddress(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}
