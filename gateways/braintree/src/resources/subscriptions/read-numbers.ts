import { type Cents, parseMoney } from '../../model/money.ts'
import { booleanOf, integerOf, type Params, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'

/** Prices and amounts end here. */
const MAX_CENTS: Cents = 999_999_999_99

type NumberProblems<Name extends string> = Readonly<Record<Name, Problem>>

/** The amount of a request; undefined when it is absent or invalid. */
export function readAmount(
  params: Params,
  key: 'price' | 'amount',
  { blank, format, large }: NumberProblems<'blank' | 'format' | 'large'>,
  found: Problems,
): Cents | undefined {
  const text = textOf(params, key)
  if (text === undefined) return undefined
  const amount = text === null ? null : parseMoney(text)
  if (text === null) found.add(blank)
  else if (amount === null || amount < 0) found.add(format)
  else if (amount > MAX_CENTS) found.add(large)
  return amount ?? undefined
}

/** The number of cycles, null for no end; as before when it is absent. */
export function readCycles(
  params: Params,
  before: number | null,
  problems: NumberProblems<'numeric' | 'positive' | 'inconsistent' | 'blank'> & {
    /** The fewest that will do, where there are such. */
    readonly least?: { readonly cycles: number; readonly tooSmall: Problem }
  },
  found: Problems,
): number | null {
  const neverExpires = booleanOf(params, 'never_expires')
  const cycles = integerOf(params, 'number_of_billing_cycles')
  if (typeof cycles === 'number') {
    if (Number.isNaN(cycles)) found.add(problems.numeric)
    else if (cycles <= 0) found.add(problems.positive)
    else if (neverExpires === true) found.add(problems.inconsistent)
    else if (problems.least !== undefined && cycles < problems.least.cycles)
      found.add(problems.least.tooSmall)
    return cycles
  }
  if (neverExpires === true) return null
  const isBlank = cycles === null || (neverExpires === false && before === null)
  if (isBlank) found.add(problems.blank)
  return before
}
