import type { Control as AccountControl } from '@goodword/sandbox/control/control'
import { type ControlRoute as RouteOf, routeMaker } from '@goodword/sandbox/control/control-route'
import type { Merchant } from '../model/merchant.ts'
import type { Snapshots } from '../state/snapshots.ts'
import type { Fixture } from './fixtures/read-fixtures.ts'

/** The control of the gateway by people and tests, beside its own API. */
export type Control = AccountControl<Merchant> & {
  /** The fixture of each merchant. */
  readonly fixtures: Map<string, Fixture>
  readonly snapshots: Snapshots
}

export type ControlRoute = RouteOf<Control>

export const routes = routeMaker<Merchant, Control>('merchant')

export const { ofAll, ofAccount, find: findMerchant } = routes
