import type { Control as AccountControl } from '@goodword/sandbox/control/control'
import { ControlError } from '@goodword/sandbox/control/control-error'
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

export const routes = routeMaker('/merchants', findMerchant)

export const { ofAll, ofAccount } = routes

/** @throws {ControlError} that names those that are there */
export function findMerchant({ gateway }: Control, id = ''): Merchant {
  const merchant = gateway.accounts.get(id)
  if (merchant !== undefined) return merchant
  const there = Array.from(gateway.accounts.keys()).join(', ')
  throw new ControlError('NOT_FOUND', `There is no merchant ${id}. Existing merchants: ${there || 'none'}.`)
}
