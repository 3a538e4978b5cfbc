import { fillPlaceholders } from '@goodword/domain/outbound/mail'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { english, type MailWordName, type MailWords } from './words/english.ts'
import { french } from './words/french.ts'
import { german } from './words/german.ts'
import { spanish } from './words/spanish.ts'

const languages: Readonly<Record<string, MailWords>> = { en: english, de: german, fr: french, es: spanish }

/** One language for words, numbers, dates and money. */
export type MailLanguage = {
  /** The language as the merchant chose it; texts of the merchant may be in it. */
  readonly chosen: string
  /** The language of the words: the chosen one where it has words, else `en`. */
  readonly locale: string
  readonly translate: (name: MailWordName, values?: Readonly<Record<string, string>>) => string
  /** A day, in UTC. */
  readonly date: (time: number) => string
  readonly reward: (spec: RewardSpec) => string
}

/** The language of a tag such as `de-AT`, which was validated. */
export function mailLanguage(chosen: string): MailLanguage {
  const language = chosen.split('-')[0] ?? ''
  const words = Object.hasOwn(languages, language) ? languages[language] : undefined
  const locale = words === undefined ? 'en' : knownLocale(chosen)
  const translate: MailLanguage['translate'] = (name, values = {}) =>
    fillPlaceholders((words ?? english)[name], values)
  return {
    chosen,
    locale,
    translate,
    date: (time) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time),
    reward: (spec) => rewardText(spec, locale, translate),
  }
}

/** A tag may have the right form and still be none, such as `de-x`. */
function knownLocale(chosen: string): string {
  try {
    return Intl.getCanonicalLocales(chosen)[0] ?? 'en'
  } catch {
    return chosen.split('-')[0] ?? 'en'
  }
}

function rewardText(spec: RewardSpec, locale: string, translate: MailLanguage['translate']): string {
  switch (spec.type) {
    case 'PCT_DISCOUNT': {
      const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
      const values = { percent: format.format(spec.discountPercent / 100) }
      const { monthsDiscountIsValid: months } = spec
      if (months === undefined) return translate('percentOff', values)
      return translate('percentOffMonths', { ...values, months: monthsText(months, locale, translate) })
    }
    case 'FEATURE':
      return `${new Intl.NumberFormat(locale).format(spec.quantity)} × ${spec.featureType}`
    default:
      return amountText(spec.credit, spec.unit, locale)
  }
}

function monthsText(count: number, locale: string, translate: MailLanguage['translate']): string {
  const isOne = new Intl.PluralRules(locale).select(count) === 'one'
  return translate(isOne ? 'months.one' : 'months.other', {
    count: new Intl.NumberFormat(locale).format(count),
  })
}

const TIMES = ['hour', 'day', 'week', 'month', 'year']

/** Money of a currency, time of a unit of time, or so many of the merchant's own. */
function amountText(amount: number, unit: string, locale: string): string {
  if (/^[A-Z]{3}$/.test(unit) && Intl.supportedValuesOf('currency').includes(unit)) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: unit })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  const time = TIMES.find((it) => it === unit.toLowerCase())
  const style = time === undefined ? {} : ({ style: 'unit', unit: time, unitDisplay: 'long' } as const)
  const text = new Intl.NumberFormat(locale, style).format(amount)
  return time === undefined ? `${text} ${unit}` : text
}
