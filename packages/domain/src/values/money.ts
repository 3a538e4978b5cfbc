import type { Brand } from './brand.ts'
import { scaledInteger } from './decimal.ts'
import { cappedRate, FULL_RATE, type Rate } from './rate.ts'

/** An active ISO 4217 code in upper case. */
export type Currency = Brand<string, 'Currency'>

/** An amount in whole minor units: 1999 with USD is 19.99 dollars, 1999 with JPY is 1999 yen. */
export type Money = { readonly minor: number; readonly currency: Currency }

export type PriceProblem = 'too many decimals' | 'out of range'

// ISO 4217, list one, by minor unit. Left out: codes with four decimals (CLF, UYW) and codes that have no minor
// unit (metals, XDR, XTS and others), which are not used for bills.
const CODES_BY_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
     CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
     IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
     MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
     SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
     YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

const DECIMALS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DECIMALS.flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, decimals]),
  ),
)

const MAX_PRICE = 99_999_999.99
const MAX_PRICE_WHOLE = '99999999'
const MAX_PRICE_FRACTION = '99'
const PRICE_TEXT = /^(\d+)(?:\.(\d+))?$/

/** The currency of an ISO 4217 code, exactly as the standard writes it; null if it is not an active one. */
export function parseCurrency(text: string): Currency | null {
  return DECIMALS.has(text) ? (text as Currency) : null
}

/** How many decimals amounts of a currency have: 0, 2 or 3. */
export function currencyDecimals(currency: Currency): number {
  const decimals = DECIMALS.get(currency)
  if (decimals === undefined) throw new Error(`Not an active ISO 4217 currency: ${currency}`)
  return decimals
}

/** The price that a JSON number gives in the currency's own unit: 0 to 99,999,999.99, no finer than a minor unit. */
export function priceFromNumber(value: number, currency: Currency): Money | PriceProblem {
  if (!(value >= 0 && value <= MAX_PRICE)) return 'out of range'
  const minor = scaledInteger(value, currencyDecimals(currency))
  return minor === null ? 'too many decimals' : { minor, currency }
}

/**
 * The price that a query string gives: digits, optionally a point and digits, otherwise malformed. Same rules as for
 * a number, read digit by digit, so that a difference too small for a double still counts.
 */
export function priceFromText(text: string, currency: Currency): Money | PriceProblem | 'malformed' {
  const parts = PRICE_TEXT.exec(text)
  if (parts === null) return 'malformed'
  const whole = (parts[1] ?? '').replace(/^0+/, '')
  const fraction = withoutTrailingZeros(parts[2] ?? '')
  if (whole.length > MAX_PRICE_WHOLE.length) return 'out of range'
  // Fractions without trailing zeros compare as texts the way they compare as numbers.
  if (whole === MAX_PRICE_WHOLE && fraction > MAX_PRICE_FRACTION) return 'out of range'
  const decimals = currencyDecimals(currency)
  if (fraction.length > decimals) return 'too many decimals'
  return { minor: Number(whole + fraction.padEnd(decimals, '0')), currency }
}

/** An amount in the currency's own unit, for the wire and for people. */
export function priceToNumber(money: Money): number {
  return money.minor / 10 ** currencyDecimals(money.currency)
}

/** The discount of a rate on a price, rounded half up to the minor unit and never above the price. */
export function shareOf(price: Money, rate: Rate): Money {
  const share = roundedHalfUp(BigInt(price.minor) * BigInt(cappedRate(rate)), BigInt(FULL_RATE))
  return { minor: Number(share), currency: price.currency }
}

/** An amount rounded down to the step of a processor, in minor units. */
export function roundedDown(minor: number, step: number): number {
  return minor - (minor % step)
}

/**
 * The quotient as a whole number; a half goes up. All rounding of money happens here.
 *
 * @throws RangeError if the numerator is negative or the denominator not positive
 */
export function roundedHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n || denominator <= 0n) throw new RangeError('Only amounts from 0 are rounded')
  return (2n * numerator + denominator) / (2n * denominator)
}

// A loop, because /0+$/ takes quadratic time on a long run of zeros in the middle.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
