import { expect, test } from 'vitest'
import { welcome } from './areas/welcome.ts'
import { ownWordFault } from './own-word-fault.ts'

import { speak } from './speak.ts'

test.each([
  ['de', 'widget.retry', 'Nochmal', null],
  ['sv', 'widget.retry', 'Försök igen', null],
  ['de', 'widget.retry', 'Nochmal {count}', 'has the unknown placeholder {count}: it has none'],
  ['de', 'widget.shown', '{shown}', 'lacks the placeholder {total}: it has {shown}, {total}'],
  ['de', 'widget.shown', '{total} {shown} {x}', 'has the unknown placeholder {x}: it has {shown}, {total}'],
  ['pl', 'rewards.percentOffMonths.few', '{percent} na {count} mies.', null],
  ['ar', 'rewards.percentOffMonths.one', '{percent} ({count})', null],
  ['ar', 'rewards.percentOffMonths.few', '{percent}', 'lacks the placeholder {count}'],
  ['de', 'rewards.percentOffMonths.few', '{percent} {count}', 'is not the name of a text'],
  ['de', 'rewards.percentOffMonths', '{percent} {count}', 'is not the name of a text'],
  ['de', 'mails.FRIEND_JOINED.subject', 'Hallo', 'is not the name of a text'],
  ['de', 'pages.unsubscribe.save', 'Merken', null],
  // The program is not known where it is shown.
  ['de', 'pages.shareLink.unavailable.title', 'Gleich', 'is not the name of a text'],
  ['de', 'widget.__proto__', 'x', 'is not the name of a text'],
  ['de', 'shop.title', 'x', 'is not the name of a text'],
])('in %s, a merchant’s text for %s of %j is judged: %s', (locale, name, text, fault) => {
  if (fault === null) expect(ownWordFault(locale, name, text)).toBeNull()
  else expect(ownWordFault(locale, name, text)).toContain(fault)
})

const texts = {
  de: { words: { 'welcome.dismiss': 'Weg damit', 'rewards.percentOffMonths.other': '{count} × {percent}' } },
  'de-AT': { words: { 'welcome.dismiss': 'Baba' } },
  sv: { words: { 'welcome.dismiss': 'Stäng' } },
  fr: {},
}
const reward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 3 } as const

test.each([
  ['de', 'Weg damit', /^3 × 10\s%$/],
  ['de-AT', 'Baba', /^3 × 10\s%$/],
  ['sv', 'Stäng', /^10% off for 3 months$/],
  ['fr', 'Fermer', /^10\s% de réduction pendant 3 mois$/],
  ['__proto__', 'Close', /^10% off/],
])(
  'a reader of %s sees the merchant’s own words, and ours where there are none',
  (locale, dismiss, percentage) => {
    const language = speak(welcome, [locale], undefined, { part: 'welcome', texts })
    expect(language.translate('dismiss')).toBe(dismiss)
    expect(language.reward(reward)).toMatch(percentage)
  },
)
