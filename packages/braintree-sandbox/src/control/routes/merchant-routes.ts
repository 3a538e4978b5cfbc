import type { Merchant } from '../../model/merchant.ts'
import type { Control } from '../control.ts'
import { ControlError } from '../control-error.ts'
import { type ControlRoute, ofAll, ofMerchant } from '../control-route.ts'
import { type MerchantFixture, merchantFixture } from '../fixtures/fixtures-schema.ts'
import { fixtureOf } from '../fixtures/read-fixtures.ts'
import { checkIdle } from '../move-clock.ts'
import { merchantSummary } from '../summaries.ts'

/** What is not about one merchant that is there already. */
export const merchantRoutes: readonly ControlRoute[] = [
  ofAll('GET', '/merchants', {
    handle: ({ control: { gateway } }) => ({
      items: Array.from(gateway.merchants.values(), (each) => merchantSummary(gateway, each)),
    }),
  }),
  ofAll('POST', '/merchants', {
    body: merchantFixture,
    handle: ({ control, body }) => merchantSummary(control.gateway, addMerchant(control, body)),
  }),
  ofMerchant('GET', '', { handle: ({ control, merchant }) => merchantSummary(control.gateway, merchant) }),
  ofMerchant('DELETE', '', {
    handle: ({ control, merchant }) => {
      checkIdle(merchant)
      control.gateway.merchants.delete(merchant.id)
      control.fixtures.delete(merchant.id)
      control.snapshots.delete(merchant.id)
      return { id: merchant.id }
    },
  }),
]

/** A merchant for a test of its own, made like one of a fixtures file. */
function addMerchant({ gateway, fixtures }: Control, given: MerchantFixture): Merchant {
  if (gateway.merchants.has(given.id)) {
    throw new ControlError('CONFLICT', `Merchant ${given.id} already exists.`)
  }
  const fixture = fixtureOf(given, gateway.machineNow())
  const merchant = fixture(gateway.machineNow())
  fixtures.set(merchant.id, fixture)
  gateway.merchants.set(merchant.id, merchant)
  return merchant
}
