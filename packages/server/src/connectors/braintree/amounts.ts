import {
  type Currency,
  currencyDecimals,
  type Money,
  parseCurrency,
  priceFromText,
  priceToNumber,
} from '@goodword/domain/money'
import { malformed } from './shapes.ts'

/** The minor units of a decimal text such as `12.34` or `-4.00`. @throws ProcessorError `MALFORMED` */
export function minorOf(text: string, currency: Currency): number {
  const isNegative = text.startsWith('-')
  const money = priceFromText(isNegative ? text.slice(1) : text, currency)
  if (typeof money === 'string') throw malformed(`an amount is ${money}`)
  // Adding 0 makes 0 of -0.
  return (isNegative ? -money.minor : money.minor) + 0
}

/** As the gateway writes it: `12.34`, or `1234` for a currency without decimals. */
export function amountText(money: Money): string {
  return priceToNumber(money).toFixed(currencyDecimals(money.currency))
}

/** @throws ProcessorError `MALFORMED` */
export function currencyOf(code: string): Currency {
  const currency = parseCurrency(code)
  if (currency === null) throw malformed('a currency is not known')
  return currency
}

/** @throws ProcessorError `MALFORMED` */
export function momentOf(text: string): number {
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw malformed('a time is no time')
  return moment
}
