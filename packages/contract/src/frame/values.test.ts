import { describe, expect, it } from 'vitest'
import { numberFormats, ruleOfFormat, textFormats } from './formats.ts'

describe('a format', () => {
  it.each([
    ['merchant-id', 'a/b?c#d%', true],
    ['merchant-id', 'null', true],
    ['merchant-id', '..', false],
    ['merchant-id', '\ud800', false],
    ['referral-code', ' bob-1 ', true],
    ['referral-code', 'boſ', false],
    ['referral-code', 'bob.', false],
    ['used-code', 'https://go.shop.example/bob-1).', true],
    ['used-code', `https://go.shop.example/bob-1?a=${'x'.repeat(5000)}`, false],
    ['used-code', 'jane.doe', true],
    ['used-code', 'jane\u0000', true],
    ['used-code', 'jane.\u0000doe', false],
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
  ] as const)('the format %s of %j is %s', (name, text, isValid) => {
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

  it('a format says its rule, and nothing for a name that is not ours', () => {
    expect(ruleOfFormat('percent')).toBe('a number from 0 to 100 with at most two decimals')
    expect(ruleOfFormat('toString')).toBeNull()
  })
})
