import { describe, expect, test } from 'vitest'
import { isEmail, isPersonName } from './email.ts'

describe('an e-mail address', () => {
  test.each([
    ['joe@example.com', true],
    ['joe+1@example', true],
    ['用户@例子.广告', true],
    [`${'x'.repeat(244)}@example.com`, true],
    [`${'x'.repeat(245)}@example.com`, false],
    ['joe', false],
    ['@example.com', false],
    ['joe@', false],
    ['joe@ ', false],
    ['joe@@example.com', false],
    ['joe@home@example.com', false],
    ['joe@example.com\n', false],
    ['jo\ud800e@example.com', false],
    ['', false],
  ])('the e-mail address %j is valid: %s', (text, accepted) => {
    expect(isEmail(text)).toBe(accepted)
  })
})

test.each([
  ['Anna', true],
  ["O'Neill-Łęcka 3rd", true],
  ['x'.repeat(256), true],
  ['x'.repeat(257), false],
  ['', false],
  ['An\u0000na', false],
])('a name may be %j: %s', (text, accepted) => {
  expect(isPersonName(text)).toBe(accepted)
})
