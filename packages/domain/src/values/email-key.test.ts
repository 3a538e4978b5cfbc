import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail } from './email.ts'
import { emailKey } from './email-key.ts'

describe('the key of an e-mail address', () => {
  test.each([
    ['Joe@Example.COM', 'joe@example.com'],
    ['  joe@example.com ', 'joe@example.com'],
    ['joe+friend+2@example.com', 'joe@example.com'],
    ['j.o.e@example.com', 'j.o.e@example.com'],
    ['J.o.e+shop@gmail.com', 'joe@gmail.com'],
    ['joe@GoogleMail.com', 'joe@gmail.com'],
    ['joe@mail.gmail.com', 'joe@mail.gmail.com'],
    // Providers whose domains lead to one mailbox; what others than Google ignore in it stays.
    ['Joe+a@me.com', 'joe@icloud.com'],
    ['joe@mac.com', 'joe@icloud.com'],
    ['j.o-e@pm.me', 'j.o-e@proton.me'],
    ['joe@protonmail.com', 'joe@proton.me'],
    ['joe-shop@yahoo.com', 'joe-shop@yahoo.com'],
    ['joe@hotmail.com', 'joe@hotmail.com'],
    ['+anna@example.com', '+anna@example.com'],
    ['+bert@example.com', '+bert@example.com'],
    ['..@gmail.com', '..@gmail.com'],
    ['joe @example.com', 'joe@example.com'],
    // Composed and decomposed accents.
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
    ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
    // Full width, small forms, ligatures, superscripts, letters of mathematics.
    ['ｊｏｅ＋ｔａｇ@ｇｍａｉｌ．ｃｏｍ', 'joe@gmail.com'],
    ['joe﹢tag@example.com', 'joe@example.com'],
    ['j․o․e@gmail.com', 'joe@gmail.com'],
    ['oﬃce@ﬁsh.example', 'office@fish.example'],
    ['joe²@example.com', 'joe2@example.com'],
    ['𝓳𝓸𝓮@example.com', 'joe@example.com'],
    // Soft hyphen, zero-width space and joiner, byte order mark, variation selector, Hangul filler, bidirectional mark.
    ['j\u00ado\u200be@exam\u00adple.com', 'joe@example.com'],
    ['\u200djoe\ufeff@\u200dexample.com\u200b', 'joe@example.com'],
    ['jo\ufe0fe\u3164\u200e@example.com', 'joe@example.com'],
    ['\u200d@example.com', '\u200d@example.com'],
    ['joe@\u200d', 'joe@\u200d'],
    // The domain in its ASCII form, without a dot at its end.
    ['joe@MÜNCHEN.example', 'joe@xn--mnchen-3ya.example'],
    ['joe@mu\u0308nchen.example', 'joe@xn--mnchen-3ya.example'],
    ['joe@XN--MNCHEN-3YA.example', 'joe@xn--mnchen-3ya.example'],
    ['joe@例子.广告', 'joe@xn--fsqu00a.xn--4rr70v'],
    ['joe@example。com', 'joe@example.com'],
    ['joe@example.com.', 'joe@example.com'],
    ['j.oe@gmail.com.', 'joe@gmail.com'],
    ['joe@.', 'joe@.'],
    ['joe@xn--a', 'joe@xn--a'],
    ['ΣΑΣ@example.com', 'σασ@example.com'],
    ['σας@example.com', 'σασ@example.com'],
  ])('the key of %j is %j', (text, key) => {
    expect(emailKey(text)).toBe(key)
  })

  test('the key takes ASCII as the general form does', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aZ09.-+xn_'), minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(part, part, (local, host) => {
        // The soft hyphen is dropped, but not in ASCII.
        expect(emailKey(`${local}@a${host}`)).toBe(emailKey(`\u00ad${local}@\u00ada${host}`))
      }),
    )
  })

  test('the key of an e-mail address is an address again, and its own key', () => {
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

  test('the key of an address is its own key, and short enough for an index, whatever the characters', () => {
    const expanding = fc.constantFrom(
      ...'\ufdfa\ufb03\u00b4\u2025\u0130\u03c2\uff20\uff0e\u3002\u00ad\u{1d4f3}.+x',
    )
    const unit = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), expanding)
    const part = fc.array(unit, { minLength: 1, maxLength: 120 }).map((it) => it.join(''))
    fc.assert(
      fc.property(part, part, (local, host) => {
        const address = `${local}@${host}`
        fc.pre(isEmail(address))
        const key = emailKey(address)
        expect(new TextEncoder().encode(key).length).toBeLessThanOrEqual(256 * 4 + 1 + 253 * 4)
        expect(key.isWellFormed()).toBe(true)
        // A wide `@` becomes an `@`, and then the key is no address.
        if (isEmail(key)) expect(emailKey(key)).toBe(key)
      }),
    )
  })

  test('the key is the same for all tags, cases and dots of a Google address', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(name, name, name, (first, last, tag) => {
        const key = emailKey(`${first}${last}@gmail.com`)
        expect(emailKey(`${first}.${last}+${tag}@googlemail.com`.toUpperCase())).toBe(key)
      }),
    )
  })
})
