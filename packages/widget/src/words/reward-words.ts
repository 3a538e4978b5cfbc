import type { RewardSpec } from '@goodword/contract/reward'
import type { Language } from './language.ts'

/** A short description of a reward. */
export function rewardWords(spec: RewardSpec, language: Language): string {
  const { translate, percent, months } = language
  switch (spec.type) {
    case 'PCT_DISCOUNT': {
      const { discountPercent, monthsDiscountIsValid: valid } = spec
      const values = { percent: percent(discountPercent) }
      return valid === undefined
        ? translate('percentOff', values)
        : translate('percentOffMonths', { ...values, months: months(valid) })
    }
    case 'FEATURE':
      return `${language.number(spec.quantity)} × ${spec.featureType}`
    default: {
      const credit = amountWords(spec.credit, spec.unit, language)
      const { monthsCreditIsValid: valid } = spec
      return valid === undefined ? credit : translate('creditMonths', { credit, months: months(valid) })
    }
  }
}

/** An amount of a unit: money of a currency, time of a unit of time, or so many of the merchant's own. */
export function amountWords(amount: number, unit: string, language: Language): string {
  const { locale } = language
  if (isCurrency(unit)) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: unit })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  }
  const time = TIMES.find((it) => it === unit.toLowerCase())
  if (time !== undefined) {
    return new Intl.NumberFormat(locale, { style: 'unit', unit: time, unitDisplay: 'long' }).format(amount)
  }
  return `${language.number(amount)} ${unit}`
}

const TIMES = ['hour', 'day', 'week', 'month', 'year']

function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit) && Intl.supportedValuesOf('currency').includes(unit)
}
