import { expect, test } from 'vitest'
import { isReservedCode, parseChosenCode } from './chosen-code.ts'
import type { ReferralCode } from './referral-code.ts'

test.each([
  ['rita', 'RITA'],
  [' Rita-2026 ', 'RITA-2026'],
  ['A1B2', 'A1B2'],
  ['R'.repeat(20), 'R'.repeat(20)],
  ['R'.repeat(21), null],
  ['rit', null],
  ['2026', null],
  ['R2026', null],
  ['-rita', null],
  ['rita-', null],
  ['ri--ta', null],
  ['ri_ta', null],
  ['ri ta', null],
  ['ríta', null],
  ['riſta', null],
])('a person who chooses "%s" gets the code %s', (text, code) => {
  expect(parseChosenCode(text)).toBe(code)
})

test.each([
  ['ADMIN', true],
  ['ADM1N', true],
  ['ADMIN-7', true],
  ['SUPP0RT', true],
  ['FREE10', true],
  ['10FREE', true],
  ['FREE-5ALE', true],
  ['ACME', true],
  ['ACME-SUPPORT', true],
  ['ACMETEAM24', true],
  ['ENTER', true],
  ['PORTAL', true],
  ['WELL-KNOWN', true],
  ['SIGN-OUT', true],
  ['OFFERS', true],
  ['4DM1N', true],
  ['C0UP0N5', true],
  ['57RIPE', true],
  ['ACMES', true],
  ['4CM3', true],
  ['BAKERY', true],
  ['CAFE-ACME', true],
  ['LTD', false],
  ['SHOPFRIENDS', false],
  ['FREEDA', false],
  ['RITA', false],
  ['RITA-FREE', false],
  ['TEAMRITA', false],
  ['LISA', false],
  ['SALLY10', false],
])('the code %s is reserved at Acme: %s', (code, expected) => {
  expect(isReservedCode(code as ReferralCode, ['acme', 'Acme Ltd', 'www.café.bakery'])).toBe(expected)
})
