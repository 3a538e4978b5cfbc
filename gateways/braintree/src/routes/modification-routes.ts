import type { Merchant } from '../model/merchant.ts'
import { ok } from '../protocol/answer.ts'
import type { Route } from '../protocol/route.ts'
import { array } from '../protocol/xml.ts'
import { modificationTemplateXml } from '../records/plan-xml.ts'

/** Add-ons and discounts are made in the Control Panel; the API lists them. */
export const modificationRoutes: readonly Route[] = [
  { method: 'GET', path: '/add_ons', handle: ({ merchant }) => listOf(merchant, 'addOns', 'add-on') },
  { method: 'GET', path: '/discounts', handle: ({ merchant }) => listOf(merchant, 'discounts', 'discount') },
]

function listOf(merchant: Merchant, from: 'addOns' | 'discounts', tag: string) {
  const templates = Array.from(merchant[from].values(), (each) => modificationTemplateXml(merchant, each))
  return ok(`${tag}s`, array(tag, templates))
}
