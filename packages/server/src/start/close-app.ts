import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as eventsHandled, setTimeout as pause } from 'node:timers/promises'

/**
 * Requests that arrive are still answered, so that a load balancer has time to see that this process stops. Alone there is no
 * other process to send them to: a proxy that follows `/readyz` answers 502 meanwhile.
 */
const DRAIN_MS = { alone: 1_000, besideOthers: 5_000 }
/** No requests for a second, counted in consecutive checks, which a blocked process does not make. */
const QUIET_LOOKS = 11
/** Requests in flight get this long to finish. */
const TIMEOUT_MS = 15_000
const LOOK_EVERY_MS = 100

/** Health checks continue during shutdown and do not count. */
const WATCHING = /^\/(livez|readyz|metrics)\b/

type ClosingApp = { readonly server: Server; readonly close: () => PromiseLike<unknown> }

/** Aborting `force` forces the shutdown. */
export type CloseApp = (stopping: AbortController, force: AbortSignal) => Promise<void>

/**
 * Graceful shutdown: drains, then accepts no new connections, lets requests finish, and closes those that do not.
 * The app is marked as stopping immediately: it is not ready from then on, and each response ends its connection, so that
 * none is closed during a request. Idle connections are closed after the drain and not at once, because a request may be on
 * its way on one of them. To be called before the app listens.
 */
export function closerOf(app: ClosingApp, processes: keyof typeof DRAIN_MS): CloseApp {
  const unused = unusedConnections(app.server)
  return async (stopping, force) => {
    stopping.abort()
    if (app.server.listening) await untilQuiet(app.server, DRAIN_MS[processes], force)
    const timeoutAt = performance.now() + TIMEOUT_MS
    function closeConnections(): void {
      if (force.aborted || performance.now() >= timeoutAt) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    }
    // The connection of a request in flight would stay open for a next request, which would not be answered.
    const look = setInterval(closeConnections, LOOK_EVERY_MS)
    await app.close()
    clearInterval(look)
  }
}

/**
 * Connections without a request so far, such as those that browsers and balancers open in advance. For Node these are not idle:
 * it waits for the headers of their first request.
 */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

async function untilQuiet(server: Server, drainMs: number, force: AbortSignal): Promise<void> {
  const endsAt = performance.now() + drainMs
  let quietLooks = 0
  const onRequest = ({ url = '' }: IncomingMessage): void => {
    if (!WATCHING.test(url)) quietLooks = 0
  }
  server.on('request', onRequest)
  while (!force.aborted && quietLooks < QUIET_LOOKS && performance.now() < endsAt) {
    await pause(LOOK_EVERY_MS)
    quietLooks += 1
    await pendingRequests()
  }
  server.off('request', onRequest)
}

/**
 * After a blocked event loop, timers run before connections are accepted, and connections that are pending when a port closes are reset. The
 * first round of events accepts them, the second reads their requests.
 */
async function pendingRequests(): Promise<void> {
  await eventsHandled()
  await eventsHandled()
}
