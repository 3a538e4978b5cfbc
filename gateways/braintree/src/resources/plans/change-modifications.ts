import type { Merchant } from '../../model/merchant.ts'
import { parseMoney } from '../../model/money.ts'
import { booleanOf, integerOf, isParams, listOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { ModificationChange, ModificationKind, Plan } from '../../model/plan.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { templatesOf } from '../../records/plan-modifications.ts'
import { modificationProblems } from '../subscriptions/subscription-problems.ts'

export type Modifications = Pick<Plan, 'addOnIds' | 'discountIds'> & {
  readonly changes: NonNullable<Plan['changes']>
}

/** The add-ons and discounts of a plan after a request adds, changes and removes some. */
export function changeModifications(
  merchant: Merchant,
  before: Modifications,
  params: Params,
  problems: Problems,
): Modifications {
  const changes = { ...before.changes }
  const addOnIds = changed(merchant, 'add_on', before.addOnIds, params, changes, problems)
  const discountIds = changed(merchant, 'discount', before.discountIds, params, changes, problems)
  return { addOnIds, discountIds, changes }
}

function changed(
  merchant: Merchant,
  kind: ModificationKind,
  before: readonly string[],
  params: Params,
  changes: Record<string, ModificationChange>,
  problems: Problems,
): readonly string[] {
  const key = `${kind}s`
  const part = partOf(params, key)
  const ids = new Set(before)
  for (const [ofItem, item] of itemsOf(part, key, 'add', problems)) {
    const id = idOf(item, 'inherited_from_id', ofItem)
    if (id === null) continue
    if (!templatesOf(merchant, kind).has(id)) ofItem.add(modificationProblems.inheritedInvalid)
    ids.add(id)
    changes[id] = readChange(item, ofItem)
  }
  for (const [ofItem, item] of itemsOf(part, key, 'update', problems)) {
    const id = idOf(item, 'existing_id', ofItem)
    if (id === null) continue
    if (!ids.has(id)) ofItem.add(modificationProblems.existingInvalid)
    changes[id] = { ...changes[id], ...readChange(item, ofItem) }
  }
  for (const [index, each] of (listOf(part, 'remove') ?? []).entries()) {
    if (!ids.delete(`${each}`))
      problems.at(key, 'remove', `index_${index}`).add(modificationProblems.notPresent)
  }
  return Array.from(ids)
}

type Item = readonly [problems: Problems, item: Params]

function itemsOf(part: Params, key: string, verb: 'add' | 'update', problems: Problems): readonly Item[] {
  return (listOf(part, verb) ?? []).map((item, index) => [
    problems.at(key, verb, `index_${index}`),
    isParams(item) ? item : {},
  ])
}

function idOf(item: Params, key: string, problems: Problems): string | null {
  const id = textOf(item, key) ?? null
  if (id !== null) return id
  const isNew = key === 'inherited_from_id'
  problems.add(isNew ? modificationProblems.inheritedRequired : modificationProblems.existingRequired)
  return null
}

function readChange(item: Params, problems: Problems): ModificationChange {
  const amount = amountOf(item, problems)
  const quantity = countOf(item, 'quantity', modificationProblems.quantityInvalid, problems)
  const cycles = countOf(item, 'number_of_billing_cycles', modificationProblems.cyclesInvalid, problems)
  const numberOfBillingCycles = booleanOf(item, 'never_expires') === true ? null : cycles
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(numberOfBillingCycles === undefined ? {} : { numberOfBillingCycles }),
  }
}

function amountOf(item: Params, problems: Problems): number | undefined {
  const text = textOf(item, 'amount')
  if (text === undefined) return undefined
  const amount = parseMoney(text ?? '')
  if (amount !== null && amount >= 0) return amount
  problems.add(text === null ? modificationProblems.amountBlank : modificationProblems.amountInvalid)
  return undefined
}

function countOf(item: Params, key: string, problem: Problem, problems: Problems): number | undefined {
  const count = integerOf(item, key) ?? undefined
  if (count === undefined || count >= 1) return count
  problems.add(problem)
  return undefined
}
