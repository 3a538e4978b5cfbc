import { isIP } from 'node:net'

const YEAR_S = 31_536_000

/**
 * The value of `Strict-Transport-Security` at a public address; null where browsers are not to be held to https: it is not the
 * address of a public https host. Names below the host are others' to decide about.
 */
export function transportSecurityOf(baseUrl: string): string | null {
  const { protocol, hostname } = new URL(baseUrl)
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' && !isAddress && !isLocal ? `max-age=${YEAR_S}` : null
}
