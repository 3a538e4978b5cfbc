import {
  type Currency,
  currencyDecimals,
  type Money,
  parseCurrency,
  priceToNumber,
} from '@goodword/domain/values/money'
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

/**
 * Writes an amount as the gateway does: `12.34`, or `1234` for a currency without decimals. It may take two decimals
 * at most, also of currencies that have three.
 */
export function amountText(money: Money): string {
  const decimals = currencyDecimals(money.currency)
  const isShorter = decimals === 3 && money.minor % 10 === 0
  return priceToNumber(money).toFixed(isShorter ? 2 : decimals)
}

/** The finest amount that the gateway takes, in minor units: as fine as it writes a price. */
export function amountStep(priceText: string, currency: Currency): number {
  const written = priceText.split('.')[1]?.length ?? 0
  return currencyDecimals(currency) === 3 && written < 3 ? 10 : 1
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
