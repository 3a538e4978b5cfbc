import { expect, test } from 'vitest'
import { allWords } from '../preview/all-words.ts'
import { merchantText } from './merchant-texts.ts'
import { widgetLanguage } from './widget-words.ts'

test.each([
  ['sv', 'en'],
  ['__proto__', 'en'],
  ['de-AT', 'de-AT'],
])('%s has words, numbers and dates of %s', (visitor, locale) => {
  const language = widgetLanguage(allWords(visitor), {}, visitor)
  expect(language).toMatchObject({ locale, visitorLocale: visitor })
  expect(language.date(0)).toBe(new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(0))
})

test('words in another language than the visitor’s come with its own numbers', () => {
  expect(widgetLanguage(allWords('de'), {}, 'sv').percent(12.5)).toMatch(/^12,5\s%$/)
})

test.each([
  ['de-AT', 'de', 'Servus'],
  ['de-CH', 'de', 'Hallo'],
  ['fr', 'fr', 'Hello'],
  ['sv', 'de', 'Hallo'],
  ['__proto__', 'en', 'Hello'],
] as const)('a text of the merchant’s for %s, with words in %s, is %s', (visitorLocale, language, text) => {
  const texts = { en: { title: 'Hello' }, de: { title: 'Hallo' }, 'de-AT': { title: 'Servus' } }
  expect(merchantText(texts, { visitorLocale, language }, 'title')?.text).toBe(text)
})

test('a text that is blank is none', () => {
  const german = { visitorLocale: 'de', language: 'de' }
  expect(merchantText({ de: { title: '  ' }, en: { title: 'Hi' } }, german, 'title')).toEqual({
    text: 'Hi',
    locale: 'en',
  })
  expect(merchantText({}, german, 'title')).toBeNull()
})
