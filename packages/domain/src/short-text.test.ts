import { expect, test } from 'vitest'
import { isShortText } from './short-text.ts'

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
])('%s', (_what, text, accepted) => {
  expect(isShortText(text)).toBe(accepted)
})
