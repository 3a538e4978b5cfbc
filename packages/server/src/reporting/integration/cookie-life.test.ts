import { expect, test } from 'vitest'
import { type CookieLife, cookieLifeOf } from './look-up-cookie-life.ts'

type Records = readonly [host: string, addresses: readonly string[], alias?: string]

const page: Records = ['www.shop.com', ['203.0.113.10', '2001:db8:1:2::10']]
const behindAlias: Records = ['www.shop.com', ['203.0.113.10'], 'shop.cdn.net']

const cases: readonly [life: CookieLife, domain: Records, page: Records][] = [
  ['FULL', ['go.shop.com', ['203.0.113.99']], page],
  // The same first half is enough: /16 of IPv4, /64 of IPv6.
  ['FULL', ['go.shop.com', ['203.0.0.1']], page],
  ['NETWORK', ['go.shop.com', ['203.1.113.10']], page],
  ['FULL', ['go.shop.com', ['2001:db8:1:2:ffff::1']], page],
  ['NETWORK', ['go.shop.com', ['2001:db8:1:3::10']], page],
  // Browsers choose among all of them.
  ['NETWORK', ['go.shop.com', ['203.0.113.10', '2001:db8:9::1']], page],
  ['FULL', ['go.shop.com', ['203.0.113.99', '2001:db8:1:2::11']], page],
  ['NETWORK', ['go.shop.com', ['2001:db8:1:2::10']], ['www.shop.com', ['203.0.113.10']]],
  ['ALIAS', ['go.shop.com', ['203.0.113.99'], 'links.service.net'], page],
  ['FULL', ['go.shop.com', ['203.0.113.99'], 'web.shop.com'], page],
  ['FULL', ['go.shop.com', ['203.0.113.99'], 'shop.cdn.net'], behindAlias],
  ['FULL', ['www.shop.com', [], 'shop.cdn.net'], behindAlias],
  ['OTHER_SITE', ['go.shop.net', ['203.0.113.10']], page],
  ['OTHER_SITE', ['one.github.io', ['203.0.113.10']], ['two.github.io', ['203.0.113.10']]],
  ['OTHER_SITE', ['go.shop.com', ['203.0.113.10']], ['203.0.113.10', []]],
  ['UNKNOWN', ['go.shop.com', []], page],
  ['UNKNOWN', ['go.shop.com', ['203.0.113.10']], ['www.shop.com', []]],
]

test.each(cases)('the life of a cookie in Safari is %s for %j seen from %j', (life, domain, ofPage) => {
  const recordsOf = ([host, addresses, alias]: Records) => ({ host, addresses, alias: alias ?? null })
  expect(cookieLifeOf(recordsOf(domain), recordsOf(ofPage))).toBe(life)
})
