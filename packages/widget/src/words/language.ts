import { english, type WordName, type Words } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'

/** One language for words, numbers, dates and money. */
export type Language = {
  /** The visitor's where the widget has words in that language, else `en`. */
  readonly locale: string
  /** The visitor's own, which the merchant may have texts in. */
  readonly visitorLocale: string
  readonly translate: (name: WordName, values?: Readonly<Record<string, string>>) => string
  readonly months: (count: number) => string
  readonly date: (time: number) => string
  readonly number: (value: number) => string
  readonly percent: (value: number) => string
}

const languages: Readonly<Record<string, Words>> = { en: english, de: german, fr: french, es: spanish }

/** `visitorLocale` is a well-formed language tag. */
export function languageOf(visitorLocale: string): Language {
  const language = visitorLocale.split('-')[0] ?? ''
  const isSupported = Object.hasOwn(languages, language)
  const words = (isSupported ? languages[language] : undefined) ?? english
  const locale = isSupported ? visitorLocale : 'en'
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const plurals = new Intl.PluralRules(locale)
  const translate: Language['translate'] = (name, values = {}) =>
    words[name].replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? '')
  return {
    locale,
    visitorLocale,
    translate,
    months: (count) =>
      translate(plurals.select(count) === 'one' ? 'months.one' : 'months.other', {
        count: numbers.format(count),
      }),
    date: (time) => dates.format(time),
    number: (value) => numbers.format(value),
    percent: (value) => percents.format(value / 100),
  }
}
