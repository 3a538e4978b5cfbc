import type { Server } from 'node:http'

/** Requests under way get this long to finish. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 100

type ClosingApp = { readonly server: Server; readonly close: () => PromiseLike<unknown> }

/** Takes no new connections, lets requests finish, and cuts off those that do not. */
export async function closeApp(app: ClosingApp): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  // A request that was under way leaves its connection open for the next one, which nobody would answer.
  const look = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
  await app.close()
  clearTimeout(cut)
  clearInterval(look)
}
