import { ControlError } from '@goodword/sandbox/control/control-error'
import { checkIdle } from '@goodword/sandbox/control/move-clock'
import type { Merchant } from '../../model/merchant.ts'
import { type Control, type ControlRoute, ofAccount, ofAll } from '../control-route.ts'
import { type MerchantFixture, merchantFixture } from '../fixtures/fixtures-schema.ts'
import { fixtureOf } from '../fixtures/read-fixtures.ts'
import { merchantSummary } from '../summaries.ts'

/** The routes that are not about one existing merchant. */
export const merchantRoutes: readonly ControlRoute[] = [
  ofAll('GET', '/merchants', {
    handle: ({ control: { gateway } }) => ({
      items: Array.from(gateway.accounts.values(), (each) => merchantSummary(gateway, each)),
    }),
  }),
  ofAll('POST', '/merchants', {
    body: merchantFixture,
    handle: ({ control, body }) => merchantSummary(control.gateway, addMerchant(control, body)),
  }),
  ofAccount('GET', '', {
    handle: ({ control, account: merchant }) => merchantSummary(control.gateway, merchant),
  }),
  ofAccount('DELETE', '', {
    handle: ({ control, account: merchant }) => {
      checkIdle(merchant)
      control.gateway.accounts.delete(merchant.id)
      control.fixtures.delete(merchant.id)
      control.snapshots.delete(merchant.id)
      return { id: merchant.id }
    },
  }),
]

/** A merchant for a test of its own, made like one of a fixtures file. */
function addMerchant({ gateway, fixtures }: Control, given: MerchantFixture): Merchant {
  if (gateway.accounts.has(given.id)) {
    throw new ControlError('CONFLICT', `Merchant ${given.id} already exists.`)
  }
  const fixture = fixtureOf(given, gateway.machineNow())
  const merchant = fixture(gateway.machineNow())
  fixtures.set(merchant.id, fixture)
  gateway.accounts.set(merchant.id, merchant)
  return merchant
}
