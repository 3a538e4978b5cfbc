import { expect, test } from 'vitest'
import { isPublicVisit } from './public-click.ts'

test.for([
  ['https://www.couponfollow.com/site/acme', {}, true],
  ['https://couponfollow.com.', {}, true],
  ['https://deals.example.com/acme', {}, true],
  ['https://notcouponfollow.com/', {}, false],
  ['https://www.google.com/', {}, false],
  ['https://www.google.com/', { gclid: 'abc' }, true],
  [undefined, { fbclid: '' }, true],
  [undefined, { utm_source: 'newsletter' }, false],
  ['not an address', {}, false],
] as const)('a visit from %s with %o is public: %s', ([referer, query, isPublic]) => {
  expect(isPublicVisit({ referer }, query, ['deals.example.com'])).toBe(isPublic)
})
