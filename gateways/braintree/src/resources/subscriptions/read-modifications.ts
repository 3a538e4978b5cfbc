import type { Merchant } from '../../model/merchant.ts'
import {
  findUnknown,
  integerOf,
  isParams,
  listOf,
  type Param,
  type Params,
  partOf,
  type Shape,
  textOf,
} from '../../model/params.ts'
import type { ModificationKind, ModificationTemplate } from '../../model/plan.ts'
import type { Modification, Subscription } from '../../model/subscription.ts'
import { RequestRejected } from '../../protocol/answer.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { type PlanModification, templatesOf } from '../../records/plan-modifications.ts'
import { readAmount, readCycles } from './read-numbers.ts'
import { modificationProblems, problems } from './subscription-problems.ts'
import { addedShape, updatedShape } from './subscription-shapes.ts'

type Lists = {
  readonly merchant: Merchant
  readonly kind: ModificationKind
  /** The modifications that the subscription has, and has of the other kind. */
  readonly before: readonly Modification[]
  readonly others: readonly Modification[]
}

const keys = { add_on: 'add_ons', discount: 'discounts' } as const

type BothLists = Pick<Subscription, 'addOns' | 'discounts'>

/** The add-ons and discounts of a subscription after what a request does to them. */
export function readBothLists(
  merchant: Merchant,
  params: Params,
  { addOns, discounts }: BothLists,
  found: Problems,
): BothLists {
  const read = (lists: Omit<Lists, 'merchant'>) => readModifications(params, { merchant, ...lists }, found)
  return {
    addOns: read({ kind: 'add_on', before: addOns, others: discounts }),
    discounts: read({ kind: 'discount', before: discounts, others: addOns }),
  }
}

/** Removes, updates and adds, in that order. */
function readModifications(params: Params, lists: Lists, found: Problems): Modification[] {
  const given = partOf(params, keys[lists.kind])
  const removed = readRemoved(given, lists, found)
  const kept = lists.before.filter(({ id }) => !removed.has(id))
  const updated = readUpdated(given, lists, removed, kept, found)
  return [...updated, ...readAdded(given, lists, updated, found)]
}

/** Whether a request does anything to add-ons or discounts. */
export function hasModifications(params: Params): boolean {
  return Object.values(keys).some((key) =>
    Object.values(partOf(params, key)).some((list) => !Array.isArray(list) || list.length > 0),
  )
}

/** An add-on or a discount of a plan, or its template, as a subscription takes it over. */
export function modificationOf(it: ModificationTemplate | PlanModification): Modification {
  const { id, kind, name, description, amount, numberOfBillingCycles } = it
  const quantity = 'quantity' in it ? it.quantity : 1
  return { id, kind, name, description, amount, quantity, numberOfBillingCycles, currentBillingCycle: 0 }
}

function readRemoved(given: Params, lists: Lists, found: Problems): ReadonlySet<string> {
  const removed = new Set<string>()
  for (const [index, item] of itemsOf(given, 'remove', 'value', found).entries()) {
    const id = `${item ?? ''}`
    if (lists.before.some((each) => each.id === id)) removed.add(id)
    else found.at(keys[lists.kind], 'remove', `index_${index}`).add(whyNotRemoved(id, lists))
  }
  return removed
}

function whyNotRemoved(id: string, { merchant, kind, others }: Lists): Problem {
  if (others.some((each) => each.id === id)) return modificationProblems.removedKind
  const isTemplate = templatesOf(merchant, kind).has(id)
  return isTemplate ? modificationProblems.notPresent : modificationProblems.removedInvalid
}

function readUpdated(
  given: Params,
  lists: Lists,
  removed: ReadonlySet<string>,
  kept: readonly Modification[],
  found: Problems,
): readonly Modification[] {
  const updated = new Map(kept.map((each) => [each.id, each]))
  for (const [index, item] of itemsOf(given, 'update', updatedShape, found).entries()) {
    const params = isParams(item) ? item : {}
    const id = textOf(params, 'existing_id') ?? null
    const ofItem = found.at(keys[lists.kind], 'update', `index_${index}`)
    const existing = updated.get(id ?? '')
    const problem = whyNotUpdated(id, lists, removed)
    if (problem !== null) ofItem.add(problem)
    const terms = readModificationTerms(params, existing ?? null, ofItem)
    if (existing !== undefined) updated.set(existing.id, { ...existing, ...terms })
  }
  return Array.from(updated.values())
}

function whyNotUpdated(id: string | null, lists: Lists, removed: ReadonlySet<string>): Problem | null {
  if (id === null) return modificationProblems.existingRequired
  if (removed.has(id)) return modificationProblems.updatedAndRemoved
  if (lists.before.some((each) => each.id === id)) return null
  if (lists.others.some((each) => each.id === id)) return modificationProblems.existingKind
  return modificationProblems.existingInvalid
}

function readAdded(
  given: Params,
  lists: Lists,
  kept: readonly Modification[],
  found: Problems,
): readonly Modification[] {
  const added = new Map<string, Modification>()
  for (const [index, item] of itemsOf(given, 'add', addedShape, found).entries()) {
    const params = isParams(item) ? item : {}
    const id = textOf(params, 'inherited_from_id') ?? null
    const template = templatesOf(lists.merchant, lists.kind).get(id ?? '')
    const ofItem = found.at(keys[lists.kind], 'add', `index_${index}`)
    const inherited = template === undefined ? null : modificationOf(template)
    if (id === null) ofItem.add(modificationProblems.inheritedRequired)
    else if (inherited === null) ofItem.add(modificationProblems.inheritedInvalid)
    else if (added.has(id) || kept.some((each) => each.id === id)) {
      found.add(problems.modificationTwice)
    }
    const terms = readModificationTerms(params, inherited, ofItem)
    if (inherited !== null) added.set(inherited.id, { ...inherited, ...terms })
  }
  return Array.from(added.values())
}

/** @throws {RequestRejected} 403, as for every unknown parameter */
function itemsOf(given: Params, action: string, shape: Shape, found: Problems): readonly Param[] {
  const items = listOf(given, action)
  if (items === null) found.add(problems.format)
  const unknown = findUnknown(items ?? [], [shape], action)
  if (unknown !== null)
    throw new RequestRejected(
      403,
      `a subscription does not support the parameter ${unknown}, or not with this structure`,
    )
  return items ?? []
}

type Terms = Pick<Modification, 'amount' | 'quantity' | 'numberOfBillingCycles'>

/** The terms of an add-on or a discount; absent ones are as before, or those of the template. */
function readModificationTerms(params: Params, before: Terms | null, found: Problems): Terms {
  const { amountBlank: blank, amountInvalid: format, amountLarge: large } = modificationProblems
  const cycles = {
    numeric: modificationProblems.cyclesInvalid,
    positive: modificationProblems.cyclesPositive,
    inconsistent: modificationProblems.cyclesInconsistent,
    blank: modificationProblems.cyclesBlank,
  }
  return {
    amount: readAmount(params, 'amount', { blank, format, large }, found) ?? before?.amount ?? 0,
    quantity: readQuantity(params, found) ?? before?.quantity ?? 1,
    numberOfBillingCycles: readCycles(params, before?.numberOfBillingCycles ?? null, cycles, found),
  }
}

function readQuantity(params: Params, found: Problems): number | undefined {
  const quantity = integerOf(params, 'quantity')
  if (quantity === undefined) return undefined
  if (quantity === null) found.add(modificationProblems.quantityBlank)
  else if (Number.isNaN(quantity) || quantity < 0) found.add(modificationProblems.quantityInvalid)
  else if (quantity === 0) found.add(modificationProblems.quantityZero)
  return quantity ?? undefined
}
