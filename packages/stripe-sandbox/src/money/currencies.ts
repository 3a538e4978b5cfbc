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

/** What every amount of a currency is a multiple of. */
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
