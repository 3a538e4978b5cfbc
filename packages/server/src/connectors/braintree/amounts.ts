import {
  type Currency,
  currencyDecimals,
  type Money,
  parseCurrency,
  priceToNumber,
} from '@goodword/domain/money'
import { malformed } from './shapes.ts'

/**
 * The minor units of a decimal text such as `12.34` or `-4.00`, however large: what a merchant bills is not limited like the
 * prices that our own API takes.
 *
 * @throws ProcessorError `MALFORMED`
 */
export function minorOf(text: string, currency: Currency): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:[.](\d+))?$/.exec(text) ?? []
  const decimals = currencyDecimals(currency)
  const isExact = /^0*$/.test(fraction.slice(decimals))
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (whole === '' || !isExact || !Number.isSafeInteger(minor)) throw malformed('an amount is no amount')
  // Adding 0 makes 0 of -0.
  return (sign === '-' ? -minor : minor) + 0
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
