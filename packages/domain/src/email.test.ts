import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailKey, isEmail, isPersonName } from './email.ts'

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
  ])('%j: %s', (text, accepted) => {
    expect(isEmail(text)).toBe(accepted)
  })
})

describe('the key of an e-mail address', () => {
  test.each([
    ['Joe@Example.COM', 'joe@example.com'],
    ['  joe@example.com ', 'joe@example.com'],
    ['joe+friend+2@example.com', 'joe@example.com'],
    ['j.o.e@example.com', 'j.o.e@example.com'],
    ['J.o.e+shop@gmail.com', 'joe@gmail.com'],
    ['joe@GoogleMail.com', 'joe@gmail.com'],
    ['joe@mail.gmail.com', 'joe@mail.gmail.com'],
    ['+anna@example.com', '+anna@example.com'],
    ['+bert@example.com', '+bert@example.com'],
    ['..@gmail.com', '..@gmail.com'],
  ])('of %j is %j', (text, key) => {
    expect(emailKey(text)).toBe(key)
  })

  test('is an address again, and its own key', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aB.+ İΣé'), minLength: 1, maxLength: 12 })
    const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'example.com', 'Ünal.example')
    fc.assert(
      fc.property(part, domain, (local, host) => {
        const address = `${local}@${host}`
        fc.pre(isEmail(address))
        expect(isEmail(emailKey(address))).toBe(true)
        expect(emailKey(emailKey(address))).toBe(emailKey(address))
      }),
    )
  })

  test('does not tell tags, case or the dots of a Google address apart', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(name, name, name, (first, last, tag) => {
        const key = emailKey(`${first}${last}@gmail.com`)
        expect(emailKey(`${first}.${last}+${tag}@googlemail.com`.toUpperCase())).toBe(key)
      }),
    )
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
