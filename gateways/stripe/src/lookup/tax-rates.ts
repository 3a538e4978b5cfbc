import type { StripeAccount } from '../model/account.ts'
import type { TaxRate } from '../model/tax-rate.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { finder } from './find.ts'

const MAX_RATES = 10

export const findTaxRate = finder('tax rate', ({ taxRates }) => taxRates)

/** @throws {Error} when a rate that something has is not there */
export function taxRateOf({ taxRates }: StripeAccount, id: string): TaxRate {
  const rate = taxRates.get(id)
  if (rate === undefined) throw new Error(`tax rate not found: ${id}`)
  return rate
}

/** Reads `automatic_tax`: undefined leaves it as it is. @throws {ApiError} */
export function readAutomaticTax(params: Params): boolean | undefined {
  const part = params.part('automatic_tax')
  part?.accept('liability')
  return part?.flag('enabled')
}

/** Checks the rates of a request, and returns those that are to be set. @throws {ApiError} */
export type TaxRatesOf = (account: StripeAccount, before: readonly string[]) => readonly string[]

/** Reads a list of tax rates: nothing leaves them as they are, and an empty text removes them. @throws {ApiError} */
export function readTaxRates(params: Params, key: 'tax_rates' | 'default_tax_rates'): TaxRatesOf {
  const ids = params.texts(key)
  const param = params.nameOf(key)
  if (ids != null && ids.length > MAX_RATES) {
    throw invalid(`You may only specify up to ${MAX_RATES} tax rates.`, param)
  }
  return (account, before) => {
    if (ids === undefined) return before
    for (const id of ids ?? []) {
      const { active } = findTaxRate(account, id, param)
      if (!active && !before.includes(id)) throw invalid(`The tax rate ${id} is archived.`, param)
    }
    return ids ?? []
  }
}
