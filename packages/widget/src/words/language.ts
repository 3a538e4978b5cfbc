import { english, type WordName, type Words } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'

/** How the widget speaks: words of a language that it has, numbers and dates as the visitor's own writes them. */
export type Language = {
  readonly locale: string
  /** Of the words: `en` where the visitor's language has none. */
  readonly wordsLocale: string
  readonly direction: 'ltr' | 'rtl'
  readonly say: (name: WordName, values?: Readonly<Record<string, string>>) => string
  readonly months: (count: number) => string
  readonly date: (time: number) => string
  readonly number: (value: number) => string
  readonly percent: (value: number) => string
}

const languages: Readonly<Record<string, Words>> = { en: english, de: german, fr: french, es: spanish }

const RIGHT_TO_LEFT = ['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']

/** `locale` is a well-formed language tag. */
export function languageOf(locale: string): Language {
  const language = locale.split('-')[0] ?? ''
  const words = languages[language] ?? english
  const wordsLocale = languages[language] === undefined ? 'en' : locale
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const plurals = new Intl.PluralRules(wordsLocale)
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
  const say: Language['say'] = (name, values = {}) =>
    words[name].replaceAll(/\{(\w+)\}/g, (_, value: string) => isolated(values[value] ?? '', direction))
  return {
    locale,
    wordsLocale,
    direction,
    say,
    months: (count) =>
      say(plurals.select(count) === 'one' ? 'months.one' : 'months.other', { count: numbers.format(count) }),
    date: (time) => dates.format(time),
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value / 100),
  }
}

/** Numbers and dates of a language that runs the other way would mix with the words around them. */
function isolated(value: string, direction: Language['direction']): string {
  return direction === 'rtl' ? `\u2068${value}\u2069` : value
}
