import type { IncomingMessage, Server } from 'node:http'
import { setImmediate as eventsHandled, setTimeout as pause } from 'node:timers/promises'

/** Requests that arrive are still answered, so that a load balancer has time to see that this process stops. */
const DRAIN_MS = 5_000
/** No requests for a second, counted in consecutive checks, which a blocked process does not make. */
const QUIET_LOOKS = 11
/** Requests in flight get this long to finish. */
const TIMEOUT_MS = 15_000
const LOOK_EVERY_MS = 100

/** Health checks continue during shutdown and do not count. */
const WATCHING = /^\/(livez|readyz|metrics)\b/

type ClosingApp = { readonly server: Server; readonly close: () => PromiseLike<unknown> }

/**
 * Graceful shutdown: drains, then accepts no new connections, lets requests finish, and closes those that do not.
 * The app is marked as stopping immediately: it is not ready from then on, and each response ends its connection, so that
 * none is closed during a request. Aborting `force` forces the shutdown.
 */
export async function closeApp(
  app: ClosingApp,
  stopping: AbortController,
  force: AbortSignal,
): Promise<void> {
  stopping.abort()
  if (app.server.listening) await untilQuiet(app.server, force)
  const timeoutAt = performance.now() + TIMEOUT_MS
  // The connection of a request in flight would stay open for a next request, which would not be answered.
  const look = setInterval(() => {
    if (force.aborted || performance.now() >= timeoutAt) app.server.closeAllConnections()
    else app.server.closeIdleConnections()
  }, LOOK_EVERY_MS)
  await app.close()
  clearInterval(look)
}

async function untilQuiet(server: Server, force: AbortSignal): Promise<void> {
  const endsAt = performance.now() + DRAIN_MS
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
