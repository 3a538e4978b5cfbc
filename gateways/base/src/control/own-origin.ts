import type { IncomingHttpHeaders } from 'node:http'
import { ControlError } from './control-error.ts'

/**
 * Lets in programs of this machine and pages of the gateway's own, and no page that a browser has from elsewhere: not by
 * its origin, and not by a name of its own that leads to this machine. @throws {ControlError}
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders): void {
  const host = headers.host ?? ''
  if (!isLoopback(host)) {
    throw new ControlError(
      'FORBIDDEN',
      `Ask at 127.0.0.1 or localhost; the name ${host || '(none)'} is not known.`,
    )
  }
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ControlError('FORBIDDEN', `Requests from the origin ${origin} are not allowed.`)
  }
  const site = headers['sec-fetch-site']
  // Links from other sites are allowed; only the visitor sees the page.
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit) {
    throw new ControlError('FORBIDDEN', 'Requests from other origins are not allowed.')
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127[.]0[.]0[.]1|\[::1\])(:\d{1,5})?$/i.test(host)
}
