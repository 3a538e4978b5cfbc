import {
  type FormatName,
  type MailFormatName,
  mailFormatName,
  type numberFormats,
} from '@goodword/contract/frame/formats'
import { allMailKinds, mailTraits } from '@goodword/domain/outbound/mail'

/** Values at both sides of a format's border, all of them of the type that the format is for. */
type Samples<Value> = { readonly right: readonly Value[]; readonly wrong: readonly Value[] }
type TextFormatName = Exclude<FormatName, keyof typeof numberFormats>

const FINGERPRINT = Array.from({ length: 32 }, () => 'A0').join(':')
const nameless = ['', 'a\u0000b', 'a\nb', '\u0085', '\u007f', '\ud800', 'a\udc00', 'x'.repeat(257)]
const shortTexts = [
  'x',
  'x'.repeat(256),
  '🎈'.repeat(256),
  'é',
  'e\u0301',
  '<b>',
  "' or 1=1--",
  '__proto__',
  '%00',
]

const lines = ['x', '<b>', 'a { b } {}', '\u202e', 'x'.repeat(100)]
const brokenLines = ['a\nb', 'a\r\nBcc: c@d.co', '\u0000', '\u007f', '\u2028', '\ud800']
const mailTexts = ['', 'a\nb\n\nc', '</script>', '{{', 'x'.repeat(2000)]
const brokenTexts = ['x'.repeat(2001), '\u0000', '\ud800']

const placeholders = [...new Set(allMailKinds.flatMap((it) => mailTraits[it].placeholders)), 'email']

/** Texts of e-mails with the placeholders of their kind, and with others. */
const mailSamples = allMailKinds.flatMap((kind) => {
  const isOwn = (name: string) => mailTraits[kind].placeholders.includes(name)
  const right = placeholders.filter(isOwn).map((it) => `{${it}}`)
  const wrong = placeholders.filter((it) => !isOwn(it)).map((it) => `{${it}}`)
  const line = { right: [...lines, ...right], wrong: [...brokenLines, ...wrong] }
  const text = { right: [...mailTexts, ...right], wrong: [...brokenTexts, ...wrong] }
  return [
    [mailFormatName(kind, 'line'), line],
    [mailFormatName(kind, 'text'), text],
  ]
})

const noCodes = ['', ' ', 'A', 'A'.repeat(65), 'a b', 'ſſ', '\ud800', '％', 'a.b', '🎈🎈', 'x'.repeat(10_000)]

export const textSamples: Readonly<Record<TextFormatName, Samples<string>>> = {
  reason: {
    right: [...shortTexts, ' a ', 'a\nb', '🎈'.repeat(500)],
    wrong: ['', ' ', '\n', 'a\u0000b', 'a\tb', '\ud800', 'x'.repeat(501), '🎈'.repeat(501)],
  },
  'merchant-id': {
    right: [...shortTexts, '...', ' a ', '0', 'null', '\u200b', '\ufeff', '../../x', 'a/b?c#d', '\ufffd'],
    wrong: [...nameless, ' ', '\u3000', '.', '..', '🎈'.repeat(257)],
  },
  'referral-code': {
    right: ['AB', ' ab_-9 ', 'A'.repeat(64), '__', '--', 'ab\n'],
    wrong: [...noCodes, 'AB\u0000', 'AB.'],
  },
  'used-code': {
    right: [
      ...['AB', ' ab_-9. ', '(ab)\u200b', 'ＡＢ', 'https://go.shop.example/AB?via=email'],
      ...['A', 'a b', 'jane.doe', '🎈'.repeat(128)],
    ],
    wrong: ['', ' ', '\ud800', 'a\u0000b', '🎈'.repeat(129), 'x'.repeat(10_000)],
  },
  locale: {
    right: ['de', 'pt_br', 'zh-Hant-TW', 'EN'],
    wrong: [...nameless, ' ', 'd', 'de-x', 'Deutsch!', 'en-'.repeat(30)],
  },
  'email-address': {
    right: ['a@b', 'é@b.c', `${'x'.repeat(250)}@b.com`, '+@gmail.com', '...@gmail.com', '"a b"@c'],
    wrong: [...nameless, 'a', '@', 'a@', '@b', 'a@b@c', ' @b', 'a@\u3000', `${'x'.repeat(256)}@b`],
  },
  'staff-email': {
    right: ['ann@example.com', "o'neil+x@shop.example.co", 'A.B-c_d@x-y.io'],
    wrong: [
      ...nameless,
      'a',
      'a@b',
      '.a@b.com',
      'a..b@c.com',
      'a.@b.com',
      'é@b.com',
      'a@b.c1',
      `${'x'.repeat(250)}@b.comm`,
    ],
  },
  'person-name': { right: [...shortTexts, ' ', '=1+1', '\u202e'], wrong: nameless },
  'email-field': {
    right: ['', 'a@b'],
    wrong: ['a', '@', 'a@b@c', 'a\u0000@b', '\ud800@b', `${'x'.repeat(256)}@b`],
  },
  'name-field': { right: ['', ...shortTexts], wrong: nameless.filter((it) => it !== '') },
  'long-text': {
    right: ['', 'x'.repeat(2000), 'a\nb\t\u0001', '</script>'],
    wrong: ['x'.repeat(2001), '\u0000', '\ud800', '🎈'.repeat(1001)],
  },
  'currency-code': {
    right: ['EUR', 'JPY', 'KWD'],
    wrong: ['', 'eur', 'XXX', 'EURO', ' EUR', '\u0000', '__proto__'],
  },
  'price-text': {
    right: ['0', '49.90', '0049', '9'.repeat(32), `1.${'0'.repeat(32)}`, '99999999.99', '0.001'],
    wrong: ['', '-1', '+1', '1e3', '.5', '5.', '1,5', ' 1', '0x1', 'NaN', 'Infinity', '1'.repeat(33), '١'],
  },
  'time-range': {
    right: ['0', '0,0', '1780000000000', '0,999999999999999', '999999999999999'],
    wrong: ['', ',', '1,', ',1', '2,1', '01', '-1', '1.5', '1,2,3', '1 ,2', '9'.repeat(16), 'now'],
  },
  'reporting-day': {
    right: ['1970-01-01', '2024-02-29', '8999-12-31', '0', '1780000000000'],
    wrong: [
      '',
      '2023-02-29',
      '2024-13-01',
      '1969-12-31',
      '9000-01-01',
      '2024-1-1',
      '-1',
      '01',
      '1.5',
      'today',
      '9'.repeat(15),
    ],
  },
  'time-zone': {
    right: ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
    wrong: ['', 'Mars/Olympus', '+05:45', 'Europe/Berlin ', 'x'.repeat(65), 'Europe\u0000', '../UTC', 'Ｕ'],
  },
  cursor: { right: ['a', 'A-_9', 'x'.repeat(512)], wrong: ['', 'a b', 'a=', '\u0000', 'é', 'x'.repeat(513)] },
  'page-address': {
    right: ['http://a', 'https://a:1/?#', 'https://[::1]:65535/x', `https://a/${'x'.repeat(1990)}`],
    wrong: [
      '',
      'a',
      'http://a:99999',
      'http://a:65536',
      '//a',
      'javascript:alert(1)',
      'https://',
      'https://a b',
      'https://a/\r\nX: y',
      'https://u@a/',
      'https://é',
      `https://a/${'x'.repeat(1991)}`,
    ],
  },
  'secure-address': {
    right: ['https://a', 'https://a:1/?#', 'https://[::1]:65535/x', `https://a/${'x'.repeat(1990)}`],
    wrong: [
      '',
      'http://a',
      '//a',
      'javascript:alert(1)',
      'data:image/svg+xml,x',
      'https://',
      'https://a b',
      'https://a/\r\nX: y',
      'https://a;script-src *',
      'https://u@a/',
      `https://a/${'x'.repeat(1991)}`,
    ],
  },
  'picture-address': {
    right: [
      'https://a',
      'https://a/x.PNG',
      'https://a/x.jpeg?w=1200',
      'https://a/x?f=.svg',
      'http://127.0.0.1:1/x.png',
    ],
    wrong: [
      '',
      'http://a/x.png',
      'http://127.0.0.1.a/x.png',
      '//a/x.png',
      'https://a/x.svg',
      'https://a/x.WebP?v=1',
      'https://a/x.gif#a',
    ],
  },
  'apple-app-id': {
    right: ['ABCDE12345.com.example.shop', 'ABCDE12345.a'],
    wrong: ['', 'com.example.shop', 'abcde12345.com.example', 'ABCDE12345.', 'ABCDE12345.com.*'],
  },
  'android-package': {
    right: ['com.example.shop', 'a.b_2'],
    wrong: ['', 'shop', 'com.2x', 'com.example&id=x', 'com.example.', `a.${'b'.repeat(254)}`],
  },
  'certificate-fingerprint': {
    right: [FINGERPRINT, FINGERPRINT.toLowerCase()],
    wrong: [
      '',
      FINGERPRINT.slice(3),
      `${FINGERPRINT}:`,
      FINGERPRINT.replaceAll(':', ''),
      `G${FINGERPRINT.slice(1)}`,
    ],
  },
  'chosen-code': {
    right: ['RITA', ' rita-10 ', 'A1B2', 'r'.repeat(20)],
    wrong: ['', 'rit', 'r'.repeat(21), 'ri_ta', 'ri--ta', '-rita', '2026', 'r2026', 'riſta', 'ri ta'],
  },
  'hex-color': {
    right: ['#000000', '#FFffFF', '#0b5cad'],
    wrong: ['', 'red', '#fff', '#0b5cad80', '0b5cad', '#0b5cag', '#0b5cad;', 'url(x)'],
  },
  'web-origin': {
    right: ['http://a', 'https://a:1', 'https://[::1]'],
    wrong: [
      '',
      '*',
      'null',
      'https://a/',
      'a.b',
      'https://a?b',
      'https://a#b',
      'https://a:123456',
      `https://${'x'.repeat(300)}`,
    ],
  },
  'host-name': {
    right: ['a.b', 'go.acme.example', 'xn--bcher-kva.example', '0.1.2.a', `${'x'.repeat(63)}.example`],
    wrong: [
      '',
      'a',
      'localhost',
      'A.b',
      'a.b.',
      '.a.b',
      'a..b',
      '-a.b',
      'a-.b',
      'a_b.c',
      'a.b:443',
      'https://a.b',
      'a.b/c',
      'bücher.example',
      '127.0.0.1',
      '[::1]',
      'a.b\n',
      '\u0000.b',
      `${'x'.repeat(64)}.b`,
    ],
  },
  'processor-environment': {
    // A local gateway that refuses connections: nothing outside of the machine is called.
    right: ['http://127.0.0.1:1'],
    wrong: [
      '',
      'SANDBOX',
      'sandbox ',
      '\u0000',
      'http://127.0.0.1:1/',
      'http://127.0.0.1',
      'https://127.0.0.1:1',
      'http://127.0.0.1.example.com:1',
      'http://10.0.0.1:3001',
      'http://user@localhost:1',
      'http://localhost:65536',
      'file:///x',
    ],
  },
  'mail-address': {
    right: ['a@b.co', "o'neil+tag@example.com", 'a@bücher.example', `${'x'.repeat(64)}@b.com`],
    wrong: [
      '',
      'a',
      'a@b',
      ' a@b.co',
      'a@b.co\r\nBcc: c@d.co',
      '"a b"@c.co',
      'A <a@b.co>',
      'a@b.co,c@d.co',
      `${'x'.repeat(65)}@b.com`,
    ],
  },
  'mail-line': { right: lines, wrong: brokenLines },
  // The names are those of every kind.
  ...(Object.fromEntries(mailSamples) as Record<MailFormatName, Samples<string>>),
  'processor-id': {
    right: ['a', 'A_-9', 'x'.repeat(128)],
    wrong: ['', ' ', 'a b', 'a/b', '..', 'é', 'a\n', '\u0000', '\ud800', 'x'.repeat(129)],
  },
  'processor-key': {
    right: ['a', 'A_-9', 'x'.repeat(255)],
    wrong: ['', ' ', 'a b', 'a/b', '..', 'é', 'a\n', '\u0000', '\ud800', 'x'.repeat(256)],
  },
}

export const numberSamples: Readonly<Record<keyof typeof numberFormats, Samples<number>>> = {
  percent: { right: [0, 0.01, 33.33, 99.99, 100], wrong: [-0.01, 100.01, 0.001, 0.1 + 0.2, 5e-324, 1e308] },
}

/** @throws Error for a format without samples */
export function sampled<Names extends object>(samples: Names, format: string): keyof Names {
  if (Object.hasOwn(samples, format)) return format as keyof Names
  throw new Error(`No samples for the format "${format}"`)
}
