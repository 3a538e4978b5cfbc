import type { IncomingMessage } from 'node:http'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The tenants by their custom domains. The map is replaced when domains change. */
export type CustomDomains = { readonly tenants: ReadonlyMap<string, TenantId> }

/** The paths that visitors open rather than programs. They are all that a custom domain has. */
export type VisitorPages = {
  /** Begins and ends with a slash; null for none. */
  readonly prefix: string | null
  readonly domains: CustomDomains
  /** Sends the page for a path below the prefix that does not exist. */
  readonly sendUnknown: (reply: FastifyReply) => FastifyReply
}

export type PathDependencies = {
  readonly pages: VisitorPages
  /** Whether an address is a trusted proxy, whose forwarding headers are used. */
  readonly isTrusted: (address: string) => boolean
}

/**
 * The path under which a request is routed. A path on a custom domain is put below the tenant's part of the visitors'
 * pages, whether it exists there or not, and below its hosted page if it begins with `/p`: no referral code is that short.
 */
export function requestedPath(request: IncomingMessage, { pages, isTrusted }: PathDependencies): string {
  const path = pathOf(request.url ?? '/')
  const tenantId = pages.domains.tenants.get(requestedHost(request, isTrusted)) ?? null
  if (tenantId === null || pages.prefix === null) return path
  const page = HOSTED_PAGE.exec(path)?.groups?.rest
  if (page !== undefined) return `/p/${tenantId}${page}`
  return `${pages.prefix}${tenantId}${path.startsWith('/') ? '' : '/'}${path}`
}

/** The hosted page, and the paths below it. */
const HOSTED_PAGE = /^\/p(?<rest>(?:[/?].*)?)$/s

/** The verified custom domain that the visitor sees; null on the service's own address. */
export function customDomainOf(request: RequestHead, { pages, isTrusted }: PathDependencies): string | null {
  const host = requestedHost(request, isTrusted)
  return pages.domains.tenants.has(host) ? host : null
}

/** A request with the address that its request line had. */
type RequestHead = Pick<IncomingMessage, 'url' | 'headers' | 'socket'>

/** The host that the visitor sees, in small letters and without a port; may be any text. */
function requestedHost(
  { url = '', headers, socket }: RequestHead,
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

/** The path and query of a request line. Some clients send the absolute form, which HTTP requires servers to accept. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const path = WHOLE_ADDRESS.exec(target)?.groups?.path
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/** The host that a request line names, with its port; it takes precedence over the header. Null when it has none. */
export function hostOf(target: string): string | null {
  return target.startsWith('/') ? null : (WHOLE_ADDRESS.exec(target)?.groups?.host ?? null)
}

const WHOLE_ADDRESS = /^https?:\/\/(?<host>[^/?#]+)(?<path>.*)$/is

/**
 * Rejects requests that the parser accepts but a proxy could read differently, which would allow
 * request smuggling.
 *
 * @throws Refusal MALFORMED_REQUEST
 */
export function rejectAmbiguous({ raw, headers }: FastifyRequest): void {
  const { httpVersion, rawHeaders } = raw
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw malformed('The HTTP version is not supported. Use HTTP/1.1.')
  }
  rejectRepeated(rawHeaders)
  const { host } = headers
  if (host === undefined && httpVersion === '1.1') throw malformed('The Host header is missing. Send it.')
  if (host !== undefined && !HOST.test(host)) {
    throw malformed(
      'The Host header has characters that are not allowed in a host name. Send the host name of this service.',
    )
  }
  const coding = headers['transfer-encoding']
  if (coding === undefined) return
  // The parser decodes only the last of several codings; the others would stay on the body.
  if (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked') {
    throw malformed(
      'The Transfer-Encoding is not supported: only "chunked" is, and none with HTTP/1.0. Send the body with a Content-Length.',
    )
  }
}

const HOST = /^[A-Za-z0-9._~%!$&'()*+,;=:[\]-]*$/

/** Node keeps the first of these and silently drops the others; a proxy may keep the last. */
const GIVEN_ONCE = ['host', 'authorization', 'content-type'] as const
const LENGTHS: ReadonlySet<number> = new Set(GIVEN_ONCE.map((it) => it.length))

function rejectRepeated(rawHeaders: readonly string[]): void {
  const seen: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? ''
    if (!LENGTHS.has(written.length)) continue
    const name = GIVEN_ONCE.find((it) => it === written.toLowerCase())
    if (name === undefined) continue
    if (seen.includes(name)) {
      throw malformed(`The request has more than one header "${name}". Send exactly one.`)
    }
    seen.push(name)
  }
}

/**
 * Rejects paths with a fragment: clients must not send it, and servers interpret it differently.
 *
 * @throws Refusal MALFORMED_REQUEST
 */
export function rejectFragment(path: string): void {
  if (!path.includes('#')) return
  throw malformed('The path contains a "#". Percent-encode it as %23 or remove it.')
}

function malformed(message: string): Refusal {
  return new Refusal('MALFORMED_REQUEST', message)
}
