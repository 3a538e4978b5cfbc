import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TwoServers = {
  readonly factory: (handler: RequestListener) => Server
  /** Listens at 127.0.0.1 and, where there is one, at ::1: clients may resolve `localhost` to either. */
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
      if (first === undefined) throw new Error('no server was created')
      return first
    },
    async listen(wanted) {
      const [first, second] = servers
      if (first === undefined || second === undefined) throw new Error('the app is not ready')
      for (;;) {
        const port = await listenAt(first, wanted, '127.0.0.1')
        try {
          await listenAt(second, port, '::1')
          return port
        } catch (error) {
          // A machine without IPv6 has no ::1.
          if (isOneOf(error, ['EADDRNOTAVAIL', 'EAFNOSUPPORT'])) return port
          await end(first)
          // A port that is free at one address may be in use at the other; any other will do as well.
          if (wanted !== 0 || !isOneOf(error, ['EADDRINUSE'])) throw error
        }
      }
    },
    async close() {
      for (const server of servers) await end(server)
    },
  }
}

async function listenAt(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await new Promise((closed) => server.close(closed))
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(`${error.code}`)
}
