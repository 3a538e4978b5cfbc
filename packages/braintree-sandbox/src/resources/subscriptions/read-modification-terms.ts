import { parseMoney } from '../../model/money.ts'
import type { Modification } from '../../model/subscription.ts'
import { booleanOf, integerOf, type Params, textOf } from '../../protocol/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { MOST_CENTS } from './read-terms.ts'
import { modificationProblems } from './subscription-problems.ts'

type Terms = Pick<Modification, 'amount' | 'quantity' | 'numberOfBillingCycles'>

/** What a request says of an add-on or a discount; what it does not say is as before, or as the template has it. */
export function readModificationTerms(
  params: Params,
  before: Terms | null,
  path: readonly string[],
  found: Problems,
): Terms {
  return {
    amount: readAmount(params, path, found) ?? before?.amount ?? 0,
    quantity: readQuantity(params, path, found) ?? before?.quantity ?? 1,
    numberOfBillingCycles: readCycles(params, before?.numberOfBillingCycles ?? null, path, found),
  }
}

function readAmount(params: Params, path: readonly string[], found: Problems): number | undefined {
  const text = textOf(params, 'amount')
  if (text === undefined) return undefined
  const amount = text === null ? null : parseMoney(text)
  if (text === null) found.add(path, modificationProblems.amountBlank)
  else if (amount === null || amount < 0) found.add(path, modificationProblems.amountInvalid)
  else if (amount > MOST_CENTS) found.add(path, modificationProblems.amountLarge)
  return amount ?? undefined
}

function readQuantity(params: Params, path: readonly string[], found: Problems): number | undefined {
  const quantity = integerOf(params, 'quantity')
  if (quantity === undefined) return undefined
  if (quantity === null) found.add(path, modificationProblems.quantityBlank)
  else if (Number.isNaN(quantity) || quantity < 0) found.add(path, modificationProblems.quantityInvalid)
  else if (quantity === 0) found.add(path, modificationProblems.quantityZero)
  return quantity ?? undefined
}

function readCycles(
  params: Params,
  before: number | null,
  path: readonly string[],
  found: Problems,
): number | null {
  const neverExpires = booleanOf(params, 'never_expires')
  const cycles = integerOf(params, 'number_of_billing_cycles')
  if (typeof cycles === 'number') {
    if (Number.isNaN(cycles)) found.add(path, modificationProblems.cyclesInvalid)
    else if (cycles <= 0) found.add(path, modificationProblems.cyclesPositive)
    else if (neverExpires === true) found.add(path, modificationProblems.cyclesInconsistent)
    return cycles
  }
  if (neverExpires === true) return null
  const isBlank = cycles === null || (neverExpires === false && before === null)
  if (isBlank) found.add(path, modificationProblems.cyclesBlank)
  return before
}
