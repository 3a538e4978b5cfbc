import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { landingAddress } from './share-link.ts'

const ADA = 'ADA' as ReferralCode

test.each([
  ['a plain page', 'https://shop.example/', 'https://shop.example/?refCode=ADA'],
  ['a page without a path', 'https://shop.example', 'https://shop.example?refCode=ADA'],
  ['an empty query', 'https://shop.example/?', 'https://shop.example/?refCode=ADA'],
  ['a query of its own', 'https://shop.example/?a=1&b', 'https://shop.example/?a=1&b&refCode=ADA'],
  ['a fragment', 'https://shop.example/#top', 'https://shop.example/?refCode=ADA#top'],
  ['an empty fragment', 'https://shop.example/#', 'https://shop.example/?refCode=ADA#'],
  [
    'a fragment with a query inside',
    'https://a.example/#/x?y=1#z',
    'https://a.example/?refCode=ADA#/x?y=1#z',
  ],
  ['a code of its own', 'https://a.example/?refCode=EVE&a=1', 'https://a.example/?a=1&refCode=ADA'],
  [
    'several codes',
    'https://a.example/?refCode=X&a=1&refCode=Y&refCode',
    'https://a.example/?a=1&refCode=ADA',
  ],
  ['a code with an escaped name', 'https://a.example/?ref%43ode=EVE', 'https://a.example/?refCode=ADA'],
  [
    'a code in another case, which the script would read',
    'https://a.example/?refcode=x&REFCODE=y&refcodes=z',
    'https://a.example/?refcodes=z&refCode=ADA',
  ],
  ['a question mark in the query', 'https://a.example/?q=a?b', 'https://a.example/?q=a?b&refCode=ADA'],
  [
    'escapes, signs and empty pairs',
    'https://a.example/?a=%zz+%20&&=&é=1',
    'https://a.example/?a=%zz+%20&&=&é=1&refCode=ADA',
  ],
])('the code is added to %s', (_what, landingPage, address) => {
  expect(landingAddress(landingPage, ADA, [])).toBe(address)
})

const PAGE = 'https://shop.example/?utm_source=own'

test.each<readonly [what: string, requested: readonly (readonly [string, string])[], added: string]>([
  ['a campaign', [['utm_campaign', 'spring']], '&utm_campaign=spring'],
  ['a campaign that the page names itself', [['utm_source', 'theirs']], ''],
  [
    'signs that mean something in an address',
    [['utm_term', 'a&refCode=X#y z']],
    '&utm_term=a%26refCode%3DX%23y%20z',
  ],
  [
    'anything else',
    [
      ['refCode', 'EVE'],
      ['via', 'email'],
      ['a', '1'],
      ['UTM_TERM', 'x'],
      ['utm_', 'x'],
    ],
    '',
  ],
  [
    'a name with signs',
    [
      ['utm_a&refCode', 'x'],
      ['utm_a=b', 'x'],
      ['utm_a#', 'x'],
    ],
    '',
  ],
  ['a name that is too long', [[`utm_${'a'.repeat(33)}`, 'x']], ''],
  ['a value that is too long', [['utm_term', 'x'.repeat(257)]], ''],
  ['a value that is no text', [['utm_term', '\ud800']], ''],
])('only utm_* passes of the visitor’s query: %s', (_what, requested, added) => {
  expect(landingAddress(PAGE, ADA, requested)).toBe(`${PAGE}&refCode=ADA${added}`)
})

test('no more than ten campaign parameters pass', () => {
  const requested = Array.from({ length: 12 }, (_, index) => [`utm_${index}`, 'x'] as const)
  const address = new URL(landingAddress('https://a.example/', ADA, requested))
  expect([...address.searchParams].length).toBe(11)
})

const pair = fc.oneof(
  fc.webQueryParameters(),
  fc.constantFrom(
    'refCode=EVE',
    'ref%43ode',
    'refCode',
    '',
    '=',
    'utm_term=own',
    '%zz=1',
    'a=b=c',
    'a+b=%20',
  ),
)
const landingPages = fc
  .record({
    origin: fc.webUrl(),
    query: fc.option(
      fc.array(pair, { maxLength: 5 }).map((pairs) => `?${pairs.join('&')}`),
      { nil: '' },
    ),
    fragment: fc.option(
      fc.webFragments().map((it) => `#${it}`),
      { nil: '' },
    ),
  })
  .map(({ origin, query, fragment }) => ({ page: `${origin}${query}${fragment}`, origin, query, fragment }))
const codes = fc.stringMatching(/^[A-Z0-9_-]{2,64}$/).map((it) => it as ReferralCode)
const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^utm_[a-z0-9_]{1,32}$/),
  fc.constantFrom('refCode', 'utm_term', 'host'),
)
const requests = fc.array(fc.tuple(names, fc.string({ unit: 'binary' })), { maxLength: 15 })

test('every request leads to the same page, with the code exactly once and the rest of the address byte for byte', () => {
  fc.assert(
    fc.property(landingPages, codes, requests, ({ page, origin, query, fragment }, code, requested) => {
      const address = landingAddress(page, code, requested)
      const url = new URL(address)
      const own = new URL(page)
      expect(url.origin + url.pathname).toBe(own.origin + own.pathname)
      expect(url.searchParams.getAll('refCode')).toEqual([code])
      expect(url.hash).toBe(own.hash)

      const kept = query
        .slice(1)
        .split('&')
        .filter((it) => query.length > 1 && !/^ref(C|%43)ode(=|$)/i.test(it))
      expect(
        address.startsWith(
          [`${origin}?${kept.join('&')}`, `refCode=${code}`].join(kept.length > 0 ? '&' : ''),
        ),
      ).toBe(true)
      expect(address.endsWith(fragment)).toBe(true)

      const added = [...url.searchParams.keys()].slice(kept.filter((it) => it !== '').length + 1)
      expect(added.filter((name) => !name.startsWith('utm_'))).toEqual([])
    }),
  )
})
