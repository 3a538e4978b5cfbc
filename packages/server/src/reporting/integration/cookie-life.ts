import { isIP } from 'node:net'
import { parse } from 'tldts'
import type { HostRecords } from '../../engine/network/name-servers.ts'
import { isSameNetworkHalf } from '../../engine/network/same-network-half.ts'

type NamedHost = HostRecords & { readonly host: string }

/**
 *   FULL         as long as the cookie says
 *   ALIAS        7 days: the host is a CNAME of another site's host
 *   NETWORK      7 days: the host answers from another network than the page
 *   OTHER_SITE   not at all: pages of the landing page's site do not see the cookies of this host
 *   UNKNOWN      the name servers have no addresses for one of both
 */
export type CookieLife = 'FULL' | 'ALIAS' | 'NETWORK' | 'OTHER_SITE' | 'UNKNOWN'

/**
 * How long Safari (since 16.4) keeps a cookie that `domain` sets for pages of `page`: like one of a script, 7 days, unless the
 * host is the page's own in name and in network. Browsers choose among a host's addresses, so all of them count.
 */
export function cookieLifeOf(domain: NamedHost, page: NamedHost): CookieLife {
  const site = siteOf(domain.host)
  if (site === null || site !== siteOf(page.host)) return 'OTHER_SITE'
  if (domain.host === page.host) return 'FULL'
  if (domain.addresses.length === 0 || page.addresses.length === 0) return 'UNKNOWN'
  const { alias } = domain
  if (alias !== null && alias !== page.alias && siteOf(alias) !== site) return 'ALIAS'
  const isNear = (one: string) => page.addresses.some((other) => isSameNetworkHalf(one, other))
  return domain.addresses.every(isNear) ? 'FULL' : 'NETWORK'
}

/** The registrable domain; null for an address, and for a name under which anyone can register. */
function siteOf(host: string): string | null {
  return isIP(host) === 0 ? parse(host, { allowPrivateDomains: true }).domain : null
}
