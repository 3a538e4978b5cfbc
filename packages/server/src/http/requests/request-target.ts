import type { IncomingMessage } from 'node:http'
import type { TenantId } from '@goodword/domain/ids'
import { SHARE_LINKS } from '../share-links/share-page.ts'

/** The tenants whose share links are all that a host has. The map is replaced when domains change. */
export type CustomDomains = { readonly tenants: ReadonlyMap<string, TenantId> }

export type PathDependencies = {
  readonly domains: CustomDomains
  /** Whether an address is a trusted proxy, whose forwarding headers are used. */
  readonly isTrusted: (address: string) => boolean
}

/**
 * The path under which a request is routed. On a custom domain there are only share links: `/{code}` is
 * that of the tenant, and any other path is put below them too, where nothing exists.
 */
export function requestedPath(request: IncomingMessage, { domains, isTrusted }: PathDependencies): string {
  const path = pathOf(request.url ?? '/')
  const tenantId = domains.tenants.get(requestedHost(request, isTrusted)) ?? null
  if (tenantId === null) return path
  return `${SHARE_LINKS}${tenantId}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The host that the visitor sees, in small letters and without a port; may be any text. */
function requestedHost(
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

/** The path and query of a request line. Some clients write the whole address there, which HTTP wants understood. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const path = WHOLE_ADDRESS.exec(target)?.groups?.path
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/** The host that a request line names, with its port; it goes before that of the header. Null when it names none. */
export function hostOf(target: string): string | null {
  return target.startsWith('/') ? null : (WHOLE_ADDRESS.exec(target)?.groups?.host ?? null)
}

const WHOLE_ADDRESS = /^https?:\/\/(?<host>[^/?#]+)(?<path>.*)$/is
