import { isIP } from 'node:net'
import { parse } from 'tldts'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import type { HostRecords } from '../../engine/network/name-servers.ts'
import { isPublicAddress } from '../../engine/network/public-address.ts'
import { isSameNetworkHalf } from '../../engine/network/same-network-half.ts'
import type { Context } from '../../frame/context.ts'
import type { DomainClaimRow } from '../../frame/rows/domain-claims.ts'

/** The custom domain that share links have, the host of the landing page, and what Safari makes of both. */
export type DomainCookies = { readonly domain: string; readonly page: string; readonly life: CookieLife }

const KEPT_MS = 300_000
const MAX_ENTRIES = 1000
const MAX_MISSES = 32
const LIMIT_MS = 4000

/**
 * Compares the first verified custom domain of a tenant with its landing page; null without either. It only asks name
 * servers, and shows nothing of addresses that are not public.
 */
export async function lookUpCookieLife(
  ctx: Context,
  claims: readonly DomainClaimRow[],
  landingPage: string | null,
): Promise<DomainCookies | null> {
  const domain = claims.find((it) => it.is_verified)?.host
  if (domain === undefined || landingPage === null) return null
  const page = new URL(landingPage).hostname
  const load = async (): Promise<CookieLife> => {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const [ofDomain, ofPage] = await Promise.all([
      publicRecords(ctx, domain, signal),
      publicRecords(ctx, page, signal),
    ])
    return cookieLifeOf({ host: domain, ...ofDomain }, { host: page, ...ofPage })
  }
  // An answer that does not come is no reason to fail, and is looked for again.
  const life = await ctx
    .singleton(lives)
    .get(`${domain} ${page}`, load)
    .catch(() => null)
  return { domain, page, life: life ?? 'UNKNOWN' }
}

async function publicRecords(ctx: Context, host: string, signal: AbortSignal): Promise<HostRecords> {
  const { addresses, alias } = await ctx.resolveRecords(host, signal)
  return { addresses: addresses.filter(isPublicAddress), alias }
}

function lives({ clock }: Context): TtlCache<CookieLife> {
  return new TtlCache({ clock, maxAgeMs: KEPT_MS, maxEntries: MAX_ENTRIES, maxMisses: MAX_MISSES })
}

/** One plain sentence about a custom domain, and one about what to do. */
export function cookieLifeSentence({ domain, page, life }: DomainCookies): string {
  const instead = `Let the server of ${page} set it, or lead /r/ of ${page} to the service by a proxy.`
  const sentences: Readonly<Record<CookieLife, string>> = {
    FULL: `Safari keeps a cookie that ${domain} sets for as long as the program says: it answers from the network of ${page}.`,
    ALIAS: `Safari keeps a cookie that ${domain} sets for 7 days: its CNAME record names a host of another site. ${instead}`,
    NETWORK: `Safari keeps a cookie that ${domain} sets for 7 days: it answers from another network than ${page}. ${instead}`,
    OTHER_SITE: `Pages of ${page} do not see a cookie that ${domain} sets: it belongs to another site. ${instead}`,
    UNKNOWN: `How long Safari keeps a cookie that ${domain} sets is not known: the name servers have no public address for it or for ${page}.`,
  }
  return sentences[life]
}

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
