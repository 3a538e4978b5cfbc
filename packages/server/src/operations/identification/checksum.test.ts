import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSigningKey } from '../../platform/api-key.ts'
import { signValues } from '../../testing/sign.ts'
import { isChecksumOf, signedText } from './checksum.ts'

const key = makeSigningKey()
const joe = {
  user_id: 'u1234',
  tenant_alias: 'test_aaaexampleaaa',
  account_id: 'a5678',
  last_name: 'Tester',
  first_name: 'Joe',
  email: 'joe.tester@example.com',
}

test('clients in the field sign so', () => {
  const known = 'TFs5pf1zQUgaerOVvLSIiCfrty/GXHdXU5AK5rCmbYU='
  expect(signedText(joe)).toBe('a5678joe.tester@example.comJoeTestertest_aaaexampleaaau1234')
  expect(isChecksumOf(joe, known, ['TEST_HGO8125ANDFH152HSAS15'])).toBe(true)
  expect(isChecksumOf(joe, known, [key])).toBe(false)
  expect(isChecksumOf({ ...joe, first_name: 'Eve' }, known, ['TEST_HGO8125ANDFH152HSAS15'])).toBe(false)
})

test('what is null, and what says nothing of the user, is not signed', () => {
  const more = {
    payment_provider_id: null,
    jwt: 'x.y.z',
    checksum: 'c',
    locale: 'de',
    cookie_referral_code: 'C',
  }
  expect(signedText({ ...joe, ...more })).toBe(signedText(joe))
})

test('numbers and truths are signed as they are written', () => {
  expect(signedText({ b: 5, a: true, c: 1.5 })).toBe('true51.5')
})

test('a list or an object cannot be signed', () => {
  for (const nested of [[], {}, ['x']]) expect(signedText({ ...joe, nested })).toBeNull()
  expect(isChecksumOf({ ...joe, nested: {} }, signValues(key), [key])).toBe(false)
})

test('the order in which fields come does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.entries(joe), { minLength: 6 }), (entries) => {
      expect(signedText(Object.fromEntries(entries))).toBe(signedText(joe))
    }),
  )
})

test('either of two keys will do, and none is never enough', () => {
  const checksum = signValues(key, String(signedText(joe)))
  expect(isChecksumOf(joe, checksum, [makeSigningKey(), key])).toBe(true)
  expect(isChecksumOf(joe, checksum, [])).toBe(false)
})

test.each(['', 'AAAA', 'ÄÖÜ', `${'A'.repeat(43)}=`, 'null'])('%j is no checksum', (text) => {
  expect(isChecksumOf(joe, text, [key])).toBe(false)
})
