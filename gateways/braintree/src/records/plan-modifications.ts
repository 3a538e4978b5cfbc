import type { Merchant } from '../model/merchant.ts'
import type { ModificationKind, ModificationTemplate, Plan } from '../model/plan.ts'

/** An add-on or a discount as a plan has it: the template's, with the plan's overrides. */
export type PlanModification = ModificationTemplate & { readonly quantity: number }

/** The modifications that a subscription of the plan begins with. */
export function modificationsOf(
  merchant: Merchant,
  plan: Plan,
  kind: ModificationKind,
): readonly PlanModification[] {
  const ids = kind === 'add_on' ? plan.addOnIds : plan.discountIds
  const templates = templatesOf(merchant, kind)
  return ids.flatMap((id) => {
    const template = templates.get(id)
    return template === undefined ? [] : [{ ...template, quantity: 1, ...plan.changes?.[id] }]
  })
}

export function templatesOf(
  merchant: Merchant,
  kind: ModificationKind,
): ReadonlyMap<string, ModificationTemplate> {
  return kind === 'add_on' ? merchant.addOns : merchant.discounts
}
