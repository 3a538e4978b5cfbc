import { directionOf } from './languages.ts'

/** Money of a currency, time of a unit of time, or so many of the merchant's own unit. */
export function amountText(amount: number, unit: string, locale: string): string {
  if (isCurrency(unit)) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: unit })
    const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
    const parts = format.formatToParts(value)
    return parts.map((it) => (it.type === 'currency' ? inItsDirection(it.value, locale) : it.value)).join('')
  }
  const time = TIMES.find((it) => it === unit.toLowerCase())
  if (time !== undefined) {
    return new Intl.NumberFormat(locale, { style: 'unit', unit: time, unitDisplay: 'long' }).format(amount)
  }
  return `${new Intl.NumberFormat(locale).format(amount)} ${unit}`
}

/** `US$` in Arabic: without a mark after it, the last character is drawn before the letters. */
function inItsDirection(symbol: string, locale: string): string {
  return directionOf(locale) === 'rtl' && /[A-Z]/.test(symbol) ? `${symbol}\u200e` : symbol
}

const TIMES = ['hour', 'day', 'week', 'month', 'year']

function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit) && Intl.supportedValuesOf('currency').includes(unit)
}
