import type { IncomingHttpHeaders } from 'node:http'
import type { RawQuery } from '../../frame/http/requests/query.ts'

/** Large public pages with codes and bargains. A program adds its own. */
const couponSites = [
  'chollometro.com',
  'couponbirds.com',
  'couponcabin.com',
  'couponfollow.com',
  'coupons.com',
  'dealabs.com',
  'dealspotr.com',
  'dontpayfull.com',
  'gutscheine.de',
  'hotdeals.com',
  'hotukdeals.com',
  'invitation.codes',
  'joinhoney.com',
  'knoji.com',
  'ma-reduc.com',
  'mydealz.de',
  'myvouchercodes.co.uk',
  'offers.com',
  'ozbargain.com.au',
  'pelando.com.br',
  'pepper.com',
  'pepper.pl',
  'promocodes.com',
  'retailmenot.com',
  'savings.com',
  'simplycodes.com',
  'slickdeals.net',
  'sparwelt.de',
  'vouchercloud.com',
  'vouchercodes.co.uk',
  'wethrift.com',
]

/** The parameters that advertisements add to the address that they lead to. */
const advertisingParameters = [
  'gclid',
  'gad_source',
  'gad_campaignid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
]

/** Whether a visit of a share link came from a public coupon page or an advertisement. */
export function isPublicVisit(
  headers: Pick<IncomingHttpHeaders, 'referer'>,
  query: RawQuery,
  ownCouponSites: readonly string[],
): boolean {
  if (advertisingParameters.some((it) => query[it] !== undefined)) return true
  const host = hostOf(headers.referer)
  return host !== null && [...couponSites, ...ownCouponSites].some((it) => isWithin(host, it))
}

function hostOf(address: string | undefined): string | null {
  if (address === undefined) return null
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null
}

function isWithin(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`)
}
