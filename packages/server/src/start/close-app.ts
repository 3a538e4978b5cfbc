import type { IncomingMessage, Server } from 'node:http'
import { setImmediate as eventsHandled, setTimeout as pause } from 'node:timers/promises'

/** As long as requests keep coming they are answered, so that a balancer has time to see that this process leaves. */
const FAREWELL_MS = 5_000
/** Nobody sends anything any more: a second of looks in a row, which a process that is held up itself does not make. */
const QUIET_LOOKS = 11
/** Requests under way get this long to finish. */
const PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 100

/** Whoever looks after processes goes on looking. */
const WATCHING = /^\/(livez|readyz|metrics)\b/

type ClosingApp = { readonly server: Server; readonly close: () => PromiseLike<unknown> }

/**
 * Says farewell for a while, then takes no new connections, lets requests finish, and cuts off those that do not.
 * `stopping` is told to the app at once: it is not ready from then on, and each answer ends its connection, so that
 * none is closed under a request. Aborting `hurry` ends all patience.
 */
export async function closeApp(
  app: ClosingApp,
  stopping: AbortController,
  hurry: AbortSignal,
): Promise<void> {
  stopping.abort()
  if (app.server.listening) await untilQuiet(app.server, hurry)
  const cutAt = performance.now() + PATIENCE_MS
  // A request that was under way leaves its connection open for the next one, which nobody would answer.
  const look = setInterval(() => {
    if (hurry.aborted || performance.now() >= cutAt) app.server.closeAllConnections()
    else app.server.closeIdleConnections()
  }, LOOK_EVERY_MS)
  await app.close()
  clearInterval(look)
}

async function untilQuiet(server: Server, hurry: AbortSignal): Promise<void> {
  const endsAt = performance.now() + FAREWELL_MS
  let quietLooks = 0
  const come = ({ url = '' }: IncomingMessage): void => {
    if (!WATCHING.test(url)) quietLooks = 0
  }
  server.on('request', come)
  while (!hurry.aborted && quietLooks < QUIET_LOOKS && performance.now() < endsAt) {
    await pause(LOOK_EVERY_MS)
    quietLooks += 1
    await pendingRequests()
  }
  server.off('request', come)
}

/**
 * After a hold-up timers run before connections are accepted, and those that still wait when a port closes are reset. The
 * first round of events accepts them, the second reads their requests.
 */
async function pendingRequests(): Promise<void> {
  await eventsHandled()
  await eventsHandled()
}
