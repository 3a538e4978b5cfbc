import { drawId } from '@goodword/sandbox/drawing/ids'
import { parseMoney } from '../../model/money.ts'
import { integerOf, type Params, partOf, type Shape, textOf } from '../../model/params.ts'
import type { ModificationKind, ModificationTemplate } from '../../model/plan.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems, problem } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { modificationTemplateXml } from '../../records/plan-xml.ts'

export const modificationShape: Shape = {
  amount: 'value',
  description: 'value',
  id: 'value',
  kind: 'value',
  name: 'value',
  never_expires: 'value',
  number_of_billing_cycles: 'value',
  plan_id: 'value',
}

/** Makes an add-on or a discount as the Control Panel would, and has a plan begin with it if one is named. */
export function createModification({ merchant, body, now }: Call): Answer {
  const params = partOf(body, 'modification')
  const problems = new Problems(['modification'])
  const kind = kindOf(params, problems)
  const amount = parseMoney(textOf(params, 'amount') ?? '')
  if (amount === null) problems.add(amountInvalid)
  const planId = textOf(params, 'plan_id') ?? null
  const plan = planId === null ? null : merchant.plans.get(planId)
  if (plan === undefined) problems.add(planInvalid)
  if (!problems.isEmpty || plan === undefined || amount === null) return invalid(problems, body)

  const templates = kind === 'add_on' ? merchant.addOns : merchant.discounts
  const template: ModificationTemplate = {
    id: textOf(params, 'id') ?? drawId(merchant, 4, (id) => templates.has(id)),
    kind,
    name: textOf(params, 'name') ?? '',
    description: textOf(params, 'description') ?? null,
    amount,
    numberOfBillingCycles: integerOf(params, 'number_of_billing_cycles') || null,
    createdAt: now,
    updatedAt: now,
  }
  templates.set(template.id, template)
  if (plan !== null && kind === 'add_on') plan.addOnIds = [...plan.addOnIds, template.id]
  if (plan !== null && kind === 'discount') plan.discountIds = [...plan.discountIds, template.id]
  return created('modification', modificationTemplateXml(merchant, template))
}

const kindInvalid = problem('91921', 'kind', 'Kind is invalid.')
const amountInvalid = problem('92002', 'amount', 'Amount is invalid.')
const planInvalid = problem('91904', 'plan_id', 'Plan ID is invalid.')

function kindOf(params: Params, problems: Problems): ModificationKind {
  const kind = textOf(params, 'kind')
  if (kind === 'add_on' || kind === 'discount') return kind
  problems.add(kindInvalid)
  return 'discount'
}
