import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberFormats, ruleOfFormat, textFormats } from './formats.ts'
import { parseTimeRange } from './time-range.ts'

describe('a time range', () => {
  it.each([
    ['0', { from: 0, to: null }],
    ['1780000000000', { from: 1_780_000_000_000, to: null }],
    ['5,5', { from: 5, to: 5 }],
    ['5,9', { from: 5, to: 9 }],
  ])('reads %s', (text, range) => {
    expect(parseTimeRange(text)).toEqual(range)
  })

  it.each([
    '',
    ',',
    '5,',
    ',5',
    '9,5',
    '1,2,3',
    '-1',
    '05',
    '1.5',
    '1e3',
    ' 1',
    '2026-01-01',
    '9999999999999999',
  ])('refuses %j', (text) => {
    expect(parseTimeRange(text)).toBeNull()
  })

  it('reads back whatever it was written from', () => {
    const time = fc.nat({ max: 999_999_999_999_999 })
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one]
        expect(parseTimeRange(`${from},${to}`)).toEqual({ from, to })
      }),
    )
  })
})

describe('a format', () => {
  it.each([
    ['merchant-id', 'a/b?c#d%', true],
    ['merchant-id', 'null', true],
    ['merchant-id', '..', false],
    ['merchant-id', '\ud800', false],
    ['referral-code', ' bob-1 ', true],
    ['referral-code', 'boſ', false],
    ['email-field', '', true],
    ['email-field', 'bob@example.com', true],
    ['email-field', ' ', false],
    ['name-field', '', true],
    ['name-field', 'a\u0000', false],
    ['price-text', '49.90', true],
    ['price-text', '1e3', false],
    ['price-text', '.5', false],
    ['cursor', '', false],
    ['page-address', 'https://shop.example.com/a?b=c#d', true],
    ['page-address', 'javascript:alert(1)', false],
    ['page-address', 'https://a b', false],
    ['page-address', 'https://user:pass@example.com/', false],
    ['web-origin', 'http://localhost:3000', true],
    ['web-origin', 'https://example.com/', false],
  ] as const)('%s of %j is %s', (name, text, isValid) => {
    expect(textFormats[name].check(text)).toBe(isValid)
  })

  it.each([
    [0, true],
    [12.34, true],
    [100, true],
    [0.1 + 0.2, false],
    [100.01, false],
    [Number.NaN, false],
  ])('percent of %d is %s', (value, isValid) => {
    expect(numberFormats.percent.check(value)).toBe(isValid)
  })

  it('says its rule, and nothing for a name that is not ours', () => {
    expect(ruleOfFormat('percent')).toBe('a number from 0 to 100 with at most two decimals')
    expect(ruleOfFormat('toString')).toBeNull()
  })
})
