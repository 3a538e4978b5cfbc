import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateReferralCode, isBlank, parseReferralCode } from './referral-code.ts'

const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-']

describe('a referral code', () => {
  test.each([
    ['bob', 'BOB'],
    ['Bob_Smith-1', 'BOB_SMITH-1'],
    [' \tbob\n', 'BOB'],
    ['\u00a0bob\ufeff', 'BOB'],
    ['a1', 'A1'],
    [` ${'x'.repeat(64)} `, 'X'.repeat(64)],
    ['x'.repeat(65), null],
    ['a', null],
    ['  a  ', null],
    ['', null],
    ['   ', null],
    ['bo b', null],
    ['bob!', null],
    ['boß', null],
    ['ſam', null],
    ['\u212Aim', null],
    ['ıan', null],
    ['bob\u0000', null],
  ])('the referral code %j is read as %j', (text, code) => {
    expect(parseReferralCode(text)).toBe(code)
  })

  test('a referral code is the same in every case, and read again stays what it is', () => {
    const typed = fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 2, maxLength: 64 })
    fc.assert(
      fc.property(typed, (text) => {
        const code = parseReferralCode(text)
        expect(code).toBe(text.toUpperCase())
        expect(parseReferralCode(text.toLowerCase())).toBe(code)
        expect(parseReferralCode(code ?? '')).toBe(code)
      }),
    )
  })
})

test.each([
  ['', true],
  [' \t\u00a0', true],
  [' a', false],
  ['0', false],
])('%j is blank: %s', (text, blank) => {
  expect(isBlank(text)).toBe(blank)
})

describe('a generated code', () => {
  const random = fc.uint8Array({ minLength: 16, maxLength: 16 })

  test('a generated code has nine readable characters and reads back as itself, whatever the bytes', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const code = generateReferralCode(bytes)
        expect(code).toMatch(/^[BCDFGHJKMNPQRTVWXYZ2346789]{9}$/)
        expect(parseReferralCode(code)).toBe(code)
      }),
    )
  })

  test('generated codes differ for neighbouring numbers', () => {
    const codes = Array.from({ length: 256 }, (_, last) =>
      generateReferralCode(new Uint8Array(16).fill(last, 15)),
    )
    expect(new Set(codes).size).toBe(256)
  })

  test('a generated code is not made of too few bytes', () => {
    expect(() => generateReferralCode(new Uint8Array(15))).toThrow(RangeError)
  })
})
