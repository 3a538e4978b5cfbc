import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReferralCode } from './referral-code.ts'
import { readCode, readTypedCode } from './typed-code.ts'

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (it) => String.fromCharCode(it.charCodeAt(0) + 0xfee0))

describe('a code in a text', () => {
  test.each([
    ...[
      ' save10\t',
      '\u00a0save10\ufeff',
      '\u3000save10',
      'SAVE10.',
      'SAVE10)',
      'SAVE10,',
      'SAVE10/',
      'SAVE10!',
    ],
    ...[
      '(SAVE10).',
      '"save10"',
      '„Save10“',
      '*SAVE10*',
      '`SAVE10`',
      '#SAVE10',
      '🎁SAVE10🎁',
      'SAVE10 .',
      'SAVE10、',
    ],
    ...[
      fullWidth('save10'),
      fullWidth('SAVE10.'),
      '\u200bSAVE10\u200b',
      'SA\u00adVE\u206010',
      '\u202eSAVE10\u202c',
    ],
    ...[
      'SAVE10&utm_source=x',
      'SAVE10?via=email',
      'SAVE10%3Fvia%3Demail',
      'SAVE10%E2%80%8B',
      'SAVE10/?a=b c#d',
    ],
    ...['SAVE10\u0000', 'SAVE10).?utm_source=x&refCode=EVE'],
  ])('%j is read as the code SAVE10', (text) => {
    expect([readCode(text), readTypedCode(text)]).toEqual(['SAVE10', 'SAVE10'])
  })

  test.each([
    ...[
      '',
      ' ',
      '.',
      'a',
      'a.',
      'x'.repeat(65),
      '-'.repeat(65),
      'SAVE 10',
      'SAVE.10',
      'SAVE10/x',
      'SAVE10é',
      'éSAVE10',
    ],
    ...['boß', 'ſam', '\u212Aim', 'ıan', 'bob\u0301', '10 SAVE10', '%20SAVE10', '&quot;SAVE10', 'SAVE10.com'],
  ])('%j is no code', (text) => {
    expect([readCode(text), readTypedCode(text)]).toEqual([null, null])
  })

  test('a code is read as itself, with whatever ends of sentences are around it', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9_-]{2,64}$/)
    const ends = fc.string({
      unit: fc.constantFrom(...' \t\n.,;:!?)]}>\'"*~`|’”»›…。，、！？）」\u200b\ufeff\u3000'),
    })
    fc.assert(
      fc.property(code, ends, ends, (text, before, after) => {
        expect(readCode(before + text + after)).toBe(parseReferralCode(text))
      }),
    )
  })
})

describe('a link that was pasted', () => {
  test.each([
    ...[
      'https://refer.example/r/acme/save10',
      'http://127.0.0.1:4000/r/test_acme/SAVE10?via=email',
      'refer.example/r/acme/SAVE10/',
    ],
    ...[
      'https://refer.example/inside/r/acme/SAVE10).',
      '<https://go.shop.example/SAVE10>',
      'go.shop.example/save10?via=whatsapp',
    ],
    ...[
      'https://GO.SHOP.EXAMPLE/SAVE10/',
      'https://xn--bcher-kva.example/SAVE10',
      'bücher.example/SAVE10',
      'localhost.test:80/SAVE10',
    ],
    ...[
      'https://shop.example/welcome?refCode=SAVE10',
      'https://shop.example/?utm_source=x&refcode=save10.&b=1#top',
    ],
    ...[
      'https://shop.example/app#/join?refCode=SAVE10',
      'shop.example?REFCODE=%20SAVE10',
      'https://shop.example/#refCode=SAVE10',
    ],
    ...[
      '?refCode=SAVE10',
      'refCode=SAVE10',
      'https://refer.example/r/acme/SAVE10?refCode=EVE',
      'https://go.shop.example/SAVE10%3Fvia%3Demail',
    ],
    ...[
      'Join me: https://go.shop.example/SAVE10 and save.',
      '\u200bhttps://go.shop.example/SAVE10\u200b',
      'https://go.shop.example/%53AVE10',
    ],
  ])('%j gives its code', (text) => {
    expect(readTypedCode(text)).toBe('SAVE10')
  })

  test.each([
    ...[
      'https://shop.example',
      'https://shop.example/',
      'https://shop.example/a/SAVE10',
      'https://shop.example/p/acme',
    ],
    ...[
      'https://refer.example/r/acme/',
      'https://refer.example/r/acme/SAVE10/x',
      'a/b',
      'SAVE/10',
      'shop.example/%ZZSAVE10',
    ],
    ...[
      'https://shop.example/?refCode=',
      'https://shop.example/?refCode=a%ff',
      'https://shop.example/?xrefCode=SAVE10',
      'https:///SAVE10/x',
    ],
  ])('%j gives no code', (text) => {
    expect(readTypedCode(text)).toBeNull()
  })
})
