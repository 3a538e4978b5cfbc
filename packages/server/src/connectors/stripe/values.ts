import { type Currency, currencyDecimals, type Money, parseCurrency } from '@goodword/domain/values/money'
import { ProcessorError } from '../processor-error.ts'
import { malformed } from './shapes.ts'

/** Stripe counts them in hundredths or whole units, and ISO 4217 the other way round. */
const otherUnits: ReadonlySet<string> = new Set(['ISK', 'MGA', 'UGX'])

/** @throws ProcessorError `MALFORMED`; `REJECTED` with `CURRENCY` if Stripe counts the currency in another unit than ISO 4217 */
export function currencyOf(code: string): Currency {
  const currency = parseCurrency(code.toUpperCase())
  if (currency === null) throw malformed('a currency is not known')
  if (otherUnits.has(currency)) {
    const message = `Bills in ${currency} are not supported: Stripe counts it in another unit than ISO 4217.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  return currency
}

export function moneyOf(minor: number, code: string): Money {
  return { minor, currency: currencyOf(code) }
}

/** The finest amount that Stripe takes, in minor units: the last of three decimals must be 0. */
export function amountStep(currency: Currency): number {
  return currencyDecimals(currency) === 3 ? 10 : 1
}

/** IDs become parts of paths. */
export function isPossibleId(id: string): boolean {
  return /^[\w-]{1,255}$/.test(id)
}

export function msOf(seconds: number): number {
  return seconds * 1000
}
