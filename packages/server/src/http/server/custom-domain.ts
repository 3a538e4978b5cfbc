import type { IncomingMessage } from 'node:http'
import type { TenantId } from '@goodword/domain/ids'
import { hostOf, pathOf } from '../requests/request-target.ts'
import { SHARE_LINKS } from '../share-links/share-page.ts'

export type PathDependencies = {
  readonly tenantOf: (host: string) => TenantId | null
  /** Whether an address is a trusted proxy, whose forwarding headers are used. */
  readonly isTrusted: (address: string) => boolean
}

/**
 * The path under which a request is routed. On a custom domain there are only share links: `/{code}` is
 * that of the tenant, and any other path is put below them too, where nothing exists.
 */
export function pathAsked(request: IncomingMessage, { tenantOf, isTrusted }: PathDependencies): string {
  const path = pathOf(request.url ?? '/')
  const tenantId = tenantOf(hostAsked(request, isTrusted))
  if (tenantId === null) return path
  return `${SHARE_LINKS}${tenantId}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The host that the visitor sees, in small letters and without a port; may be any text. */
function hostAsked(
  { url = '', headers, socket }: IncomingMessage,
  isTrusted: (it: string) => boolean,
): string {
  const forwarded = headers['x-forwarded-host']
  const hostHeader =
    forwarded !== undefined && isTrusted(socket.remoteAddress ?? '')
      ? // The last was written by the proxy that we know.
        String(forwarded).split(',').at(-1)?.trim()
      : (hostOf(url) ?? headers.host)
  return (hostHeader ?? '').toLowerCase().replace(/[.]?(?::\d*)?$/, '')
}
