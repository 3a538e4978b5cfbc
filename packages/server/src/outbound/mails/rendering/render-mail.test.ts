import { mails } from '@goodword/contract/words/areas/mails'
import { placeholdersIn } from '@goodword/contract/words/fill-placeholders'
import { allMailKinds, type MailKind, mailTraits } from '@goodword/domain/outbound/mail'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { describe, expect, test } from 'vitest'
import type { MailParts } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'

const parts: MailParts = {
  kind: 'FRIEND_JOINED',
  locale: null,
  emails: { language: 'en', texts: {} },
  texts: {},
  programName: 'Refer & save',
  accentColor: null,
  logo: null,
  firstName: 'Bob' as PresentableName,
  friendName: 'Carol T.' as PresentableName,
  senderName: null,
  reward: { type: 'PCT_DISCOUNT', discountPercent: 12.5, monthsDiscountIsValid: 12 },
  expiresAt: null,
  shareLink: 'https://goodword.example.com/r/acme/BOB',
  unsubscribeLink: 'https://goodword.example.com/unsubscribe/acme/token',
}
// Languages write numbers with blanks of their own.
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the plain text', () => {
  test('the plain text says what happened, with the share link and the unsubscribe link', () => {
    const { subject, text } = renderMail(parts)
    expect(subject).toBe('Carol T. joined through your link')
    expect(text).toBe(`Your recommendation arrived

Hello Bob,

Carol T. has joined through your link. As soon as they become a customer, you get 12.5% off for 12 months.

Share your link again:
https://goodword.example.com/r/acme/BOB

-- 
You receive this e-mail because you take part in this program: Refer & save.

Unsubscribe from these e-mails:
https://goodword.example.com/unsubscribe/acme/token
`)
  })

  test('the plain text does without names, a reward and a button', () => {
    const { subject, text } = renderMail({ ...parts, firstName: null, friendName: null, reward: null })
    expect(subject).toBe('A friend joined through your link')
    expect(text).toContain('Hello,\n\nA friend has joined through your link. Thank you for recommending us.')
    const noButton = { en: { FRIEND_JOINED: { button: '' } } }
    expect(renderMail({ ...parts, emails: { language: 'en', texts: noButton } }).text).not.toContain(
      '/r/acme',
    )
  })

  test.each([
    ['en', '100% off for 1 month, one after another', 'from March 3, 2027 on.'],
    ['de', '100 % Rabatt für 1 Monat, nacheinander', 'beginnt am 3. März 2027.'],
    ['fr', '100 % de réduction pendant 1 mois, l’une après l’autre', 'commence le 3 mars 2027.'],
    ['ja', '（順番に適用）', '2027年3月3日から'],
  ])('a discount that waits for others says in %s when it begins', (locale, reward, begin) => {
    const { text } = renderMail({
      ...parts,
      kind: 'REWARD_EARNED',
      locale,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1, stacking: 'QUEUE' },
      turnAt: Date.UTC(2027, 2, 3),
    })
    expect(plain(text)).toContain(reward)
    expect(plain(text)).toContain(begin)
  })

  test.each([
    ['en', '$15.50', 'Valid until March 1, 2027.'],
    ['de-AT', '$ 15,50', 'Gültig bis 1. März 2027.'],
    ['fr', '15,50 $US', 'Valable jusqu’au 1 mars 2027.'],
    ['es', '15,50 US$', 'Válida hasta el 1 de marzo de 2027.'],
    ['it', '15,50 USD', 'Valido fino al 1 marzo 2027.'],
    ['pl', '15,50 USD', 'Ważne do 1 marca 2027.'],
    ['ja', '$15.50', '有効期限：2027年3月1日'],
    ['sv', '$15.50', 'Valid until March 1, 2027.'],
  ])('the plain text has words, money and dates of %s', (language, amount, validity) => {
    const { text } = renderMail({
      ...parts,
      kind: 'REWARD_EARNED',
      emails: { language, texts: {} },
      reward: { type: 'CREDIT', unit: 'USD', credit: 1550 },
      expiresAt: Date.UTC(2027, 2, 1),
    })
    expect(plain(text)).toContain(amount)
    expect(text).toContain(validity)
  })
})

describe('texts of the merchant', () => {
  const texts = {
    de: {
      REWARD_EXPIRING: {
        subject: 'Noch {reward} bis {expiryDate}',
        body: 'Erster Absatz.\n\nZweiter\nAbsatz.',
      },
      footer: 'Beispiel GmbH\nHauptstraße 1',
    },
  }
  const expiring: MailParts = {
    ...parts,
    kind: 'REWARD_EXPIRING',
    emails: { language: 'de-CH', texts },
    reward: { type: 'CREDIT', unit: 'COFFEE', credit: 3 },
    expiresAt: Date.UTC(2027, 2, 1),
  }

  test('texts of the merchant replace the defaults one by one, in the language or the closest one', () => {
    const { subject, text, html, language } = renderMail(expiring)
    expect(language).toBe('de-CH')
    expect(subject).toBe('Noch 3 COFFEE bis 1. März 2027')
    expect(text).toContain(
      'Ihre Prämie verfällt bald\n\nHallo Bob,\n\nErster Absatz.\n\nZweiter\nAbsatz.\n\n-- ',
    )
    expect(text).toContain('Beispiel GmbH\nHauptstraße 1')
    expect(html).toContain('Zweiter<br>Absatz.')
  })

  test('texts of the merchant are not used for another language', () => {
    expect(renderMail({ ...expiring, emails: { language: 'fr', texts } }).subject).toContain('expire le')
  })

  test.each([
    ['pl-PL', 'pl-PL', 'wygasa'],
    // The merchant's texts are of a region.
    ['de', 'de-CH', 'Noch 3 COFFEE'],
    ['pt-BR', 'pt-BR', 'expira em'],
    // There are texts of the merchant's alone.
    ['sv-SE', 'sv-SE', 'Snart slut'],
    ['da', 'de-CH', 'Noch 3 COFFEE'],
  ])('a reader of %s gets an e-mail in %s', (locale, expected, words) => {
    const own = { ...texts, sv: { REWARD_EXPIRING: { subject: 'Snart slut' } } }
    const { language, subject, text } = renderMail({
      ...expiring,
      locale,
      emails: { language: 'de-CH', texts: own },
    })
    expect(language).toBe(expected)
    expect(subject).toContain(words)
    // The footer says who sends the e-mail.
    expect(text).toContain('Beispiel GmbH')
  })

  test('texts of the merchant in English are not mixed into an e-mail in another language', () => {
    const own = { en: { FRIEND_JOINED: { subject: 'Hooray' } } }
    const subjectIn = (locale: string) =>
      renderMail({ ...parts, locale, emails: { language: 'en', texts: own } }).subject
    expect([subjectIn('en-GB'), subjectIn('fr')]).toEqual(['Hooray', expect.not.stringContaining('Hooray')])
  })

  test('texts of the merchant make a link of the share link', () => {
    const own = { en: { FRIEND_JOINED: { body: 'Share {shareLink} & win.' } } }
    const { html } = renderMail({ ...parts, emails: { language: 'en', texts: own } })
    expect(html).toContain('Share <a href="https://goodword.example.com/r/acme/BOB" style="color:#86276e">')
    expect(html).toContain('</a> &#38; win.')
  })
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style></body>',
  '&lt;b&gt;',
  '{shareLink}',
  '$&$`$1',
  'a\r\nBcc: eve@example.com',
  '\u202egnp.exe',
]

/** All tags of a document, with their attributes, but for links and line breaks, which texts may have. */
const elementsOf = (html: string) =>
  [...html.matchAll(/<[^>]*>/g)].map(String).filter((it) => !/^<(a |\/a|br)/.test(it))
const ordinaryTexts = (kind: MailKind) => ({
  language: 'en',
  texts: { en: { [kind]: { button: 'Go' }, footer: 'Ltd' } },
})

describe.each(hostile)('hostile text %j', (text) => {
  const everywhere = (kind: MailKind): MailParts => ({
    ...parts,
    kind,
    programName: text,
    reward: { type: 'FEATURE', featureType: text, quantity: 1 },
    emails: {
      language: 'en',
      texts: {
        en: {
          [kind]: { subject: `{reward} ${text}`, heading: text, body: text, button: text },
          footer: text,
        },
      },
    },
  })

  test.each(allMailKinds)('hostile text stays text in %s', (kind) => {
    const { subject, html } = renderMail(everywhere(kind))
    expect(subject).not.toMatch(/[\p{Cc}\u202e]/u)
    const ordinary = renderMail({ ...everywhere(kind), ...parts, kind, emails: ordinaryTexts(kind) })
    expect(elementsOf(html)).toEqual(elementsOf(ordinary.html))
  })
})

test('an e-mail loads nothing but the logo of the merchant, whose name is there for those who do not see it', () => {
  const link = 'https://shop.example.com/logo.png?a=1&b="2"'
  for (const kind of allMailKinds) {
    const { html: withLogo } = renderMail({ ...parts, kind, expiresAt: 0, logo: link })
    const [image = ''] = /<p[^>]*><img [^>]*><\/p>\n/.exec(withLogo) ?? []
    expect(image).toContain(
      'src="https://shop.example.com/logo.png?a=1&#38;b=&#34;2&#34;" alt="Refer &#38; save"',
    )
    const { html } = renderMail({ ...parts, kind, expiresAt: 0 })
    expect(html).toBe(withLogo.replace(image, ''))
    expect(html).not.toMatch(/<(img|link|script|iframe|object|svg)|url\(|@import|@font-face/i)
  }
})

test.each([
  ['#ffff00', '#000000'],
  ['#000080', '#ffffff'],
])('a button in %s has text in %s', (accentColor, ink) => {
  expect(renderMail({ ...parts, accentColor }).html).toContain(`background:${accentColor};color:${ink}`)
})

test.each(allMailKinds)('the default texts of %s have only placeholders that a merchant may use', (kind) => {
  const texts = Object.entries(mails.en).flatMap(([name, text]) => (name.startsWith(kind) ? [text] : []))
  expect(mailTraits[kind].placeholders).toEqual(expect.arrayContaining(texts.flatMap(placeholdersIn)))
})

test('an invitation says who had it sent, why, what becomes of the address, and how to get no more', () => {
  const { subject, text, html } = renderMail({
    ...parts,
    kind: 'INVITATION',
    emails: {
      language: 'en',
      texts: { en: { footer: 'Refer & save' } },
      postalAddress: 'Postal Shop Ltd\n1 Main Street',
      privacyPage: 'https://www.example.com/privacy',
    },
    firstName: null,
    senderName: 'Rita' as PresentableName,
  })
  expect(subject).toBe('Rita invites you to Refer & save')
  expect(text).toBe(`An invitation from Rita

Hello,

Rita uses what we offer, and thinks that you would like it too. If you become a customer by this link, you get 12.5% off for 12 months.

See what it is:
https://goodword.example.com/r/acme/BOB

-- 
You receive this one e-mail because Rita entered your address and asked us to write to you (Refer & save). Rita may get a reward if you become a customer. We erase your address after 30 days, and send no reminder.

Refer & save

Postal Shop Ltd
1 Main Street

What we do with personal data:
https://www.example.com/privacy

Send me no more invitations:
https://goodword.example.com/unsubscribe/acme/token
`)
  expect(html).toContain('<a href="https://www.example.com/privacy"')
})
