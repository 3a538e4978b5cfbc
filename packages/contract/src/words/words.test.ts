import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeholdersIn } from './fill-placeholders.ts'
import { chooseLocale, type LanguageTag, languages, languageTags } from './languages.ts'
import type { Plural } from './translation.ts'

type Words = Readonly<Record<string, string | Plural>>
type Areas = Readonly<Record<string, Readonly<Record<LanguageTag, Words>>>>

const folder = new URL('./areas/', import.meta.url)
const files = readdirSync(folder).filter((it) => it.endsWith('.ts'))
const areas: Areas = Object.assign(
  {},
  ...(await Promise.all(files.map((it) => import(new URL(it, folder).href)))),
)

/** Every single text of a language, by its whole name; the forms of a plural are texts of their own. */
function textsOf(language: LanguageTag): ReadonlyMap<string, string> {
  const texts = Object.entries(areas).flatMap(([area, words]) =>
    Object.entries(words[language]).flatMap(([name, text]) =>
      typeof text === 'string'
        ? [[`${area}.${name}`, text] as const]
        : Object.entries(text).map(([category, form]) => [`${area}.${name} (${category})`, form] as const),
    ),
  )
  return new Map(texts)
}

const english = textsOf('en')
/** The English text that a text translates: of a plural, the form for most numbers. */
const originalOf = (name: string) =>
  english.get(name) ?? english.get(name.replace(/\(\w+\)$/, '(other)')) ?? ''

/** The texts that may be equal in English and in another language, by their names. */
const sameAsInEnglish: Readonly<Partial<Record<LanguageTag | 'all', RegExp>>> = {
  all: /^rewards.feature$/,
  fr: /^widget.email$/,
  it: /^widget.email$/,
  nl: /^widget.email$/,
  pt: /^widget.email$/,
  pl: /^widget.email$/,
}

/** Categories that hold for a single number, so that a text may say the number in words or leave it out. */
function exactCategories(language: LanguageTag): readonly string[] {
  const rules = new Intl.PluralRules(language)
  const numbers = Array.from({ length: 200 }, (_, number) => rules.select(number))
  return languages[language].plurals.filter((it) => numbers.filter((each) => each === it).length === 1)
}

/** Longer ones do not fit where they stand on a phone. */
const maxLengths: readonly (readonly [name: RegExp, length: number])[] = [
  [/^widget\.(copyLink|copyCode|copied)$/, 20],
  [/^widget\.(status|reward)\./, 20],
  [/^widget\.email$/, 12],
  // A line of its own.
  [/^hostedPage[.]data[.]button$/, 45],
  [/[.]button$|^widget\.(retry|close|more|share|email)$/, 30],
  [/[.](title|heading|subject)$|Title$/, 60],
]

/** The faults of a text that the compiler does not see. */
function faultsOf(language: LanguageTag, name: string, text: string): readonly string[] {
  const original = originalOf(name)
  const category = /\((\w+)\)$/.exec(name)?.[1] ?? ''
  const mayLeaveOutCount = exactCategories(language).includes(category)
  const counted = (it: string) => placeholdersIn(it).filter((each) => !mayLeaveOutCount || each !== 'count')
  const isSame = text === original && text !== '' && language !== 'en'
  const isExpected = [sameAsInEnglish.all, sameAsInEnglish[language]].some((it) => it?.test(name))
  const limit = maxLengths.find(([pattern]) => pattern.test(name))?.[1] ?? 400
  const shown = text.replaceAll(/\{\w+\}/g, '')
  const faults = {
    'has other placeholders than in English':
      `${counted(text).toSorted()}` !== `${counted(original).toSorted()}`,
    'is still English': isSame && !isExpected,
    'is empty': (text === '') !== (original === ''),
    'begins or ends with a space, or has two in a row': text !== text.trim() || / {2}/.test(text),
    'has a straight quotation mark, or three dots for an ellipsis': /["']|\.\.\./.test(text),
    'has Latin letters without marks of direction':
      languages[language].direction === 'rtl' &&
      /[A-Za-z]/.test(shown.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, '')),
    'may break its line before a French sign': language === 'fr' && / [?!:;»]|« /.test(text),
    [`is longer than ${limit} characters`]: [...shown].length > limit,
  }
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [`${name} ${fault}: ${text}`] : []))
}

test.each(languageTags)('the words in %s are complete, and follow the rules for words', (language) => {
  expect(new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()).toEqual(
    [...languages[language].plurals].toSorted(),
  )
  for (const [area, words] of Object.entries(areas)) {
    expect(Object.keys(words[language]), area).toEqual(Object.keys(words.en))
  }
  const texts = [...textsOf(language)]
  expect(texts.flatMap(([name, text]) => faultsOf(language, name, text))).toEqual([])
})

test.each([
  [['pt-BR'], 'pt', 'pt-BR'],
  [['de_at', 'fr'], 'de', 'de-AT'],
  [['sv', null, undefined, '', 'ja'], 'ja', 'ja'],
  [['__proto__', 'constructor'], 'en', 'en'],
  [['de-x'], 'de', 'de'],
  [['EN-us'], 'en', 'en-US'],
  [[], 'en', 'en'],
])('%j is read in %s, with dates of %s', (tags, language, locale) => {
  expect(chooseLocale(tags)).toEqual({ language, locale })
})
