import type { Coupon } from '../model/discount.ts'
import { invalid } from '../wire/api-error.ts'

const minimums: Readonly<Record<string, number>> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  inr: 50,
  nzd: 50,
  sgd: 50,
  gbp: 30,
  jpy: 50,
  dkk: 250,
  nok: 300,
  sek: 300,
  czk: 1_500,
  pln: 200,
  hkd: 400,
  mxn: 1_000,
  huf: 17_500,
}

/** The smallest amount that a card can be charged. */
export function minimumCharge(currency: string): number {
  return minimums[currency] ?? 50
}

/** In three decimals the last is always 0, and those that have become whole at the card networks keep two decimals of 0. */
const steps: Readonly<Record<string, number>> = {
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
  isk: 100,
  ugx: 100,
}

/** Whole at Stripe; what has three decimals is in the steps, and all others have two. */
const wholeCurrencies: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)

/** An amount for people to read: `12.34 usd`. */
export function amountText(amount: number, currency: string): string {
  const decimals = wholeCurrencies.has(currency) ? 0 : stepOf(currency) === 10 ? 3 : 2
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`
}

/** The discount of a coupon, as text for people. */
export function offText({ percentOff, amountOff, currency }: Coupon): string {
  return percentOff === null ? amountText(amountOff ?? 0, currency ?? '') : `${percentOff} %`
}

/** The step of a currency, of which every amount is a multiple. */
export function stepOf(currency: string): number {
  return steps[currency] ?? 1
}

/** @throws {ApiError} for an amount that cannot be charged in a currency */
export function checkAmount(amount: number, currency: string, param: string): void {
  const step = stepOf(currency)
  if (amount % step === 0) return
  const message = `Invalid amount. Amounts in ${currency.toUpperCase()} must be evenly divisible by ${step}.`
  throw invalid(message, param, step === 100 ? 'invalid_charge_amount_no_decimal_compatible' : undefined)
}
