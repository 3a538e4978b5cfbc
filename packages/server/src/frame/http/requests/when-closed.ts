import type { ServerResponse } from 'node:http'

/** Calls `act` once the response has been sent or its connection has closed; at once if that has happened already. */
export function whenClosed(response: ServerResponse, act: () => void): void {
  if (response.closed) act()
  else response.once('close', act)
}
