import {
  type Currency,
  currencyDecimals,
  type Money,
  parseCurrency,
  roundedDown,
} from '@goodword/domain/values/money'
import { ProcessorError } from '../../processor-error.ts'

/**
 * How Stripe counts the currencies that it counts in another unit than ISO 4217: the króna and the shilling in hundredths, although
 * only whole ones can be charged, and the ariary in whole ones, although ISO gives it two decimals.
 */
const stripeUnits: Readonly<Record<string, { readonly stripe: number; readonly iso: number }>> = {
  ISK: { stripe: 100, iso: 1 },
  UGX: { stripe: 100, iso: 1 },
  MGA: { stripe: 1, iso: 100 },
}

const sameUnit = { stripe: 1, iso: 1 }

/** @throws ProcessorError `REJECTED` with `CURRENCY` for one that ISO 4217 does not have, or not any more */
export function currencyOf(code: string): Currency {
  const currency = parseCurrency(code.toUpperCase())
  if (currency !== null) return currency
  const message = `Bills in "${code.toUpperCase()}" are not supported: it is not an active currency of ISO 4217.`
  throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
}

/** An amount of Stripe's in minor units. A fraction of a króna, which old charges have, is rounded. */
export function minorOf(amount: number, code: string): number {
  const { stripe, iso } = stripeUnits[currencyOf(code)] ?? sameUnit
  return Math.round((amount * iso) / stripe)
}

export function moneyOf(amount: number, code: string): Money {
  return { minor: minorOf(amount, code), currency: currencyOf(code) }
}

/** An amount as Stripe takes it. */
export function amountOf({ minor, currency }: Money): number {
  const { stripe, iso } = stripeUnits[currency] ?? sameUnit
  return Math.round((minor * stripe) / iso)
}

/** The finest amount that Stripe charges, in minor units: the last of three decimals must be 0. */
export function amountStep(currency: Currency): number {
  return currencyDecimals(currency) === 3 ? 10 : (stripeUnits[currency] ?? sameUnit).iso
}

/** The part of an amount of Stripe's that can be charged or refunded, without its finer remainder. */
export function wholeSteps(amount: number, currency: Currency): number {
  return roundedDown(amount, amountOf({ minor: amountStep(currency), currency }))
}

/** IDs become parts of paths. */
export function isPossibleId(id: string): boolean {
  return /^[\w-]{1,255}$/.test(id)
}

export function msOf(seconds: number): number {
  return seconds * 1000
}

/** A text at a place of a value that was not checked; null where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}
