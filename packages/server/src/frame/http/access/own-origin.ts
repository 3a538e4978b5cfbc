import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@goodword/contract/frame/refusal'

/**
 * Rejects a write that a page of another site sent with the cookies of the portal. Browsers say with `Sec-Fetch-Site` where a
 * request comes from; those that do not, send `Origin`.
 *
 * @throws Refusal FORBIDDEN_ORIGIN
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin'
  if (isOwn) return
  throw new Refusal(
    'FORBIDDEN_ORIGIN',
    'The request does not come from the portal of this service. Open the portal at the address of the service, or send an API key.',
  )
}
