import { integerOf, type Params } from '../../model/params.ts'
import type { Modification } from '../../model/subscription.ts'
import type { Problems } from '../../protocol/problems.ts'
import { readAmount, readCycles } from './read-numbers.ts'
import { modificationProblems } from './subscription-problems.ts'

type Terms = Pick<Modification, 'amount' | 'quantity' | 'numberOfBillingCycles'>

/** The terms of an add-on or a discount; absent ones are as before, or those of the template. */
export function readModificationTerms(
  params: Params,
  before: Terms | null,
  path: readonly string[],
  found: Problems,
): Terms {
  const { amountBlank: blank, amountInvalid: format, amountLarge: large } = modificationProblems
  const cycles = {
    path,
    numeric: modificationProblems.cyclesInvalid,
    positive: modificationProblems.cyclesPositive,
    inconsistent: modificationProblems.cyclesInconsistent,
    blank: modificationProblems.cyclesBlank,
  }
  return {
    amount: readAmount(params, 'amount', { path, blank, format, large }, found) ?? before?.amount ?? 0,
    quantity: readQuantity(params, path, found) ?? before?.quantity ?? 1,
    numberOfBillingCycles: readCycles(params, before?.numberOfBillingCycles ?? null, cycles, found),
  }
}

function readQuantity(params: Params, path: readonly string[], found: Problems): number | undefined {
  const quantity = integerOf(params, 'quantity')
  if (quantity === undefined) return undefined
  if (quantity === null) found.add(path, modificationProblems.quantityBlank)
  else if (Number.isNaN(quantity) || quantity < 0) found.add(path, modificationProblems.quantityInvalid)
  else if (quantity === 0) found.add(path, modificationProblems.quantityZero)
  return quantity ?? undefined
}
