import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { amountText } from './amount-text.ts'
import type { rewards as rewardWords } from './en/rewards.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import { type Direction, type Locale, languages } from './languages.ts'
import type { Dictionary, English, Plural, Values } from './translation.ts'

/** One language for the words of a part of the product, and for numbers, dates and money. */
export type Language<Words extends English> = Locale & {
  readonly direction: Direction
  /** The text of this name, with the values in it. A plural has the category of `count`. */
  readonly translate: <Name extends keyof Words>(name: Name, ...values: Values<Words[Name]>) => string
  readonly date: (time: number) => string
  readonly number: (value: number) => string
  /** 12.5 is `12.5%`. */
  readonly percent: (value: number) => string
  /** An amount in the smallest piece of a currency, of a unit of time, or of a unit of the merchant's own. */
  readonly amount: (amount: number, unit: string) => string
  readonly reward: (spec: RewardSpec) => string
}

/** How days are written; by default of medium length and in the time zone of the machine. */
export type DateStyle = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeZone'>

/** Combines words with the formats of a locale. */
export function languageOf<Words extends English>(
  { language, locale }: Locale,
  words: Dictionary<Words>,
  rewards: Dictionary<typeof rewardWords>,
  dateStyle: DateStyle = { dateStyle: 'medium' },
): Language<Words> {
  const { direction } = languages[language]
  const dates = new Intl.DateTimeFormat(locale, dateStyle)
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const plurals = new Intl.PluralRules(locale)
  const percent = (value: number) => percents.format(value / 100)
  const amount = (count: number, unit: string) => amountText(count, unit, locale)

  function filled(text: string | Plural, values: Readonly<Record<string, string | number>> = {}): string {
    const { count } = values
    const form = typeof text === 'string' ? text : (text[plurals.select(Number(count))] ?? text.other)
    const texts = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? numbers.format(value) : value,
    ])
    return fillPlaceholders(form, Object.fromEntries(texts), direction)
  }

  function reward(spec: RewardSpec): string {
    switch (spec.type) {
      case 'PCT_DISCOUNT': {
        const { discountPercent, monthsDiscountIsValid: count } = spec
        const values = { percent: percent(discountPercent) }
        const text =
          count === undefined
            ? filled(rewards.percentOff, values)
            : filled(rewards.percentOffMonths, { ...values, count })
        return spec.stacking === 'QUEUE' ? filled(rewards.queued, { reward: text }) : text
      }
      case 'FEATURE':
        return filled(rewards.feature, { quantity: spec.quantity, feature: spec.featureType })
      case 'PAYMENT_SHARE': {
        const { sharePercent, monthsShareIsValid: count } = spec
        const values = { percent: percent(sharePercent) }
        return count === undefined
          ? filled(rewards.share, values)
          : filled(rewards.shareMonths, { ...values, count })
      }
      default: {
        const credit = amount(spec.credit, spec.unit)
        const { monthsCreditIsValid: count } = spec
        return count === undefined ? credit : filled(rewards.creditMonths, { credit, count })
      }
    }
  }

  return {
    language,
    locale,
    direction,
    translate: (name, ...[values]) => filled(words[name], values),
    date: (time) => dates.format(time),
    number: (value) => numbers.format(value),
    percent,
    amount,
    reward,
  }
}
