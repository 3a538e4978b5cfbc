import { afterEach, expect, test, vi } from 'vitest'
import { leadBack } from './lead-back.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['/portal/test_acme/referrals?status=ENDED', '/portal/test_acme/referrals?status=ENDED'],
  [undefined, '/portal/'],
  ['https://evil.example/portal/', '/portal/'],
  ['//evil.example/portal/', '/portal/'],
  ['/\\evil.example', '/portal/'],
  ['/portal/../docs', '/portal/'],
  ['/portal/..//evil.example', '/portal/'],
  ['javascript:alert(1)', '/portal/'],
  ['/portal/\t//evil.example', '/portal///evil.example'],
])('a sign-in from %j leads to %j', (from, to) => {
  vi.stubGlobal('location', { origin: 'https://goodword.example.com' })
  expect(leadBack(from)).toBe(to)
})
