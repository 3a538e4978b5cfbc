import { notThere } from '@goodword/sandbox/control/control-error'
import { listOf, only } from '@goodword/sandbox/control/fields'
import { nowOf } from '../../gateway.ts'
import { moneyText } from '../../model/money.ts'
import type { ModificationTemplate } from '../../model/plan.ts'
import { deniedBody, settingsBody, templateBody } from '../bodies.ts'
import { type ControlRoute, ofAccount } from '../control-route.ts'
import { customField } from '../fixtures/fixtures-schema.ts'
import { patternsOf, templateOf } from '../fixtures/make-merchant.ts'

/** The actions of merchants in the Control Panel that the gateway's own API does not have. */
export const settingRoutes: readonly ControlRoute[] = [
  ofAccount('GET', '/settings', { handle: ({ account: merchant }) => merchant.settings }),
  ofAccount('PATCH', '/settings', {
    body: settingsBody,
    handle: ({ account: merchant, body }) => {
      merchant.settings = { ...merchant.settings, ...body }
      return merchant.settings
    },
  }),
  ofAccount('PATCH', '/keys/:publicKey', {
    body: only({ denied: deniedBody }),
    handle: ({ account: merchant, body, path: { publicKey = '' } }) => {
      const before = merchant.keys.find((each) => each.publicKey === publicKey)
      if (before === undefined) throw notThere(`public key ${publicKey}`)
      const key = { ...before, denied: patternsOf(body.denied) }
      merchant.keys = merchant.keys.map((each) => (each === before ? key : each))
      return key
    },
  }),
  ofAccount('PUT', '/custom-fields', {
    body: listOf(customField),
    handle: ({ account: merchant, body }) => {
      merchant.customFields = body.map(({ name, kind }) => ({ name, kind: kind ?? 'store_and_pass_back' }))
      return { items: merchant.customFields }
    },
  }),
  ...templateRoutes('/add-ons', 'addOns', 'add_on'),
  ...templateRoutes('/discounts', 'discounts', 'discount'),
]

function templateRoutes(
  path: string,
  list: 'addOns' | 'discounts',
  kind: ModificationTemplate['kind'],
): readonly ControlRoute[] {
  return [
    ofAccount('GET', path, {
      handle: ({ account: merchant }) => ({ items: Array.from(merchant[list].values(), templateSummary) }),
    }),
    // One with the same id takes its place; subscriptions that have it keep what they took over.
    ofAccount('POST', path, {
      body: templateBody,
      handle: ({ control, account: merchant, body }) => {
        const template = templateOf(body, kind, nowOf(control.gateway, merchant))
        merchant[list].set(template.id, template)
        return templateSummary(template)
      },
    }),
    ofAccount('DELETE', `${path}/:id`, {
      handle: ({ account: merchant, path: { id = '' } }) => {
        const removed = merchant[list].get(id)
        if (removed === undefined) throw notThere(`${kind.replace('_', '-')} ${id}`)
        merchant[list].delete(id)
        return templateSummary(removed)
      },
    }),
  ]
}

function templateSummary({
  id,
  kind,
  name,
  description,
  amount,
  numberOfBillingCycles,
}: ModificationTemplate) {
  return { id, kind, name, description, amount: moneyText(amount), numberOfBillingCycles }
}
