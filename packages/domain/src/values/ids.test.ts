import { describe, expect, test } from 'vitest'
import { isMerchantGivenId, isShortText, isTenantAlias, isUuid, modeOf, type TenantId } from './ids.ts'

describe('an id given by a merchant', () => {
  test.each([
    ['a number as text', '42', true],
    ['an e-mail address', 'joe+1@example.com', true],
    ['a path of its own', 'a/b?c#d%2F', true],
    ['the text "null"', 'null', true],
    ['blanks around a letter', ' a ', true],
    ['three dots', '...', true],
    ['256 code points', '🎁'.repeat(256), true],
    ['257 code points', 'a'.repeat(257), false],
    ['nothing', '', false],
    ['blanks only', ' \u00a0\u3000', false],
    ['a dot, which paths resolve away', '.', false],
    ['two dots, which paths resolve away', '..', false],
    ['a control character', 'a\tb', false],
    ['a lone surrogate', 'a\udfff', false],
  ])('an id given by a merchant is valid or not: %s', (_what, text, accepted) => {
    expect(isMerchantGivenId(text)).toBe(accepted)
  })
})

describe('a tenant alias', () => {
  test.each([
    ['acme', true],
    ['a_1', true],
    ['testing', true],
    ['test_acme', true],
    ['a'.repeat(59), true],
    [`test_${'a'.repeat(59)}`, true],
    ['ab', false],
    ['test_', false],
    ['test_ab', false],
    ['test_test_acme', false],
    ['a'.repeat(60), false],
    [`test_${'a'.repeat(60)}`, false],
    ['Acme', false],
    ['acme-shop', false],
    ['acme\n', false],
    ['', false],
  ])('the tenant alias %j is valid: %s', (text, accepted) => {
    expect(isTenantAlias(text)).toBe(accepted)
  })

  test('a tenant alias states its mode', () => {
    expect(modeOf('acme' as TenantId)).toBe('live')
    expect(modeOf('testing' as TenantId)).toBe('live')
    expect(modeOf('test_acme' as TenantId)).toBe('test')
  })
})

describe('a uuid', () => {
  test.each([
    '',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398',
    '017F22E2-79B0-7CC3-98C4-DC0C0C07398F',
    '017f22e279b07cc398c4dc0c0c07398f',
    '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n',
  ])('a uuid has one spelling only: %j is none', (text) => {
    expect(isUuid(text)).toBe(false)
  })
})

describe('a short text', () => {
  test.each([
    ['a single letter', 'a', true],
    ['256 code points', 'x'.repeat(256), true],
    ['256 code points outside the basic plane', '🎁'.repeat(256), true],
    ['any script', '山田 Ünal', true],
    ['nothing', '', false],
    ['257 code points', 'x'.repeat(257), false],
    ['257 code points in more units', `🎁${'x'.repeat(256)}`, false],
    ['a megabyte', 'x'.repeat(1_000_000), false],
    ['a NUL', 'a\u0000', false],
    ['a line feed', 'a\nb', false],
    ['DEL', 'a\u007f', false],
    ['a C1 control character', 'a\u0085', false],
    ['a lone high surrogate', 'a\ud800', false],
    ['a lone low surrogate', '\udc00a', false],
  ])('a short text is valid or not: %s', (_what, text, accepted) => {
    expect(isShortText(text)).toBe(accepted)
  })
})
