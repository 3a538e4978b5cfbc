import { describe, expect, test } from 'vitest'
import { english, type WordName } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { languageOf } from './language.ts'
import { merchantText } from './merchant-texts.ts'
import { amountWords, rewardWords } from './reward-words.ts'
import { spanish } from './spanish.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const names = Object.keys(english) as WordName[]

describe.each([
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
])('the texts in %s', (_, words) => {
  test.each(names)('the text %s says the same with the same things put in', (name) => {
    expect(words[name].trim()).not.toBe('')
    expect(placeholders(words[name])).toEqual(placeholders(english[name]))
  })
})

// Languages write numbers with blanks of their own.
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('a reward', () => {
  const percent = { type: 'PCT_DISCOUNT', discountPercent: 12.5 } as const
  test.each([
    ['en', percent, '12.5% off'],
    ['en', { ...percent, monthsDiscountIsValid: 1 }, '12.5% off for 1 month'],
    ['de', { ...percent, monthsDiscountIsValid: 12 }, '12,5 % Rabatt für 12 Monate'],
    ['fr', { ...percent, monthsDiscountIsValid: 12 }, '12,5 % de réduction pendant 12 mois'],
    ['es', { ...percent, monthsDiscountIsValid: 1 }, '12,5 % de descuento durante 1 mes'],
    ['en', { type: 'CREDIT', unit: 'USD', credit: 1550 }, '$15.50'],
    ['de', { type: 'CREDIT', unit: 'JPY', credit: 1550 }, '1.550 ¥'],
    ['en', { type: 'CREDIT', unit: 'KWD', credit: 1550 }, 'KWD 1.550'],
    [
      'en',
      { type: 'CREDIT', unit: 'COFFEE', credit: 5, monthsCreditIsValid: 3 },
      '5 COFFEE, valid for 3 months',
    ],
    ['en', { type: 'TIME_CREDIT', unit: 'DAY', credit: 1 }, '1 day'],
    ['fr', { type: 'TIME_CREDIT', unit: 'MONTH', credit: 2 }, '2 mois'],
    ['en', { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 }, '2 × Extra seat'],
  ] as const)('a reward in %s: %j is %s', (locale, spec, words) => {
    expect(plain(rewardWords(spec, languageOf(locale)))).toBe(words)
  })

  test('a unit of three letters that is no currency is so many of them', () => {
    expect(amountWords(7, 'ZZZ', languageOf('en'))).toBe('7 ZZZ')
    expect(amountWords(7, '__proto__', languageOf('en'))).toBe('7 __proto__')
  })
})

test.each([
  ['it', 'en'],
  ['ar', 'en'],
  ['__proto__', 'en'],
  ['de-AT', 'de-AT'],
])('%s has words, numbers and dates of %s', (visitor, locale) => {
  const language = languageOf(visitor)
  const expected = languageOf(locale)
  expect(language.locale).toBe(locale)
  expect(language.visitorLocale).toBe(visitor)
  const formatted = [language.percent(12.5), language.date(0), language.number(1550), language.months(3)]
  expect(formatted).toEqual([
    expected.percent(12.5),
    expected.date(0),
    expected.number(1550),
    expected.months(3),
  ])
})

test.each([
  ['de-AT', 'Servus'],
  ['de-CH', 'Hallo'],
  ['fr', 'Hello'],
  ['__proto__', 'Hello'],
])('a text of the merchant’s for %s is %s', (locale, text) => {
  const texts = { en: { title: 'Hello' }, de: { title: 'Hallo' }, 'de-AT': { title: 'Servus' } }
  expect(merchantText(texts, locale, 'title')?.text).toBe(text)
})

test('a text that is blank is none', () => {
  expect(merchantText({ de: { title: '  ' }, en: { title: 'Hi' } }, 'de', 'title')).toEqual({
    text: 'Hi',
    locale: 'en',
  })
  expect(merchantText({}, 'de', 'title')).toBeNull()
})
