import type { Merchant } from '../model/merchant.ts'
import type { ModificationTemplate, Plan } from '../model/plan.ts'
import { array, money, time, type XmlValue } from '../protocol/xml.ts'
import { modificationsOf, type PlanModification } from './plan-modifications.ts'

export function planXml(merchant: Merchant, plan: Plan): XmlValue {
  const xmlOf = (each: PlanModification) => modificationTemplateXml(merchant, each)
  return {
    id: plan.id,
    'merchant-id': merchant.id,
    name: plan.name,
    description: plan.description,
    price: money(plan.price),
    'currency-iso-code': plan.currency,
    'billing-frequency': plan.billingFrequency,
    'billing-day-of-month': plan.billingDayOfMonth,
    'number-of-billing-cycles': plan.numberOfBillingCycles,
    'trial-period': plan.trial !== null,
    'trial-duration': plan.trial?.duration ?? null,
    'trial-duration-unit': plan.trial?.unit ?? null,
    'add-ons': array('add-on', modificationsOf(merchant, plan, 'add_on').map(xmlOf)),
    discounts: array('discount', modificationsOf(merchant, plan, 'discount').map(xmlOf)),
    'created-at': time(plan.createdAt),
    'updated-at': time(plan.updatedAt),
  }
}

/** An add-on or a discount as lists of them and plans show it. */
export function modificationTemplateXml(
  merchant: Merchant,
  it: ModificationTemplate & { readonly quantity?: number },
): XmlValue {
  return {
    id: it.id,
    'merchant-id': merchant.id,
    kind: it.kind,
    name: it.name,
    description: it.description,
    amount: money(it.amount),
    quantity: it.quantity ?? 1,
    'never-expires': it.numberOfBillingCycles === null,
    'number-of-billing-cycles': it.numberOfBillingCycles,
    'created-at': time(it.createdAt),
    'updated-at': time(it.updatedAt),
  }
}
