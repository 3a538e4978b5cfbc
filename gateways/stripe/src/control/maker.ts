import type { Control as AccountControl } from '@goodword/sandbox/control/control'
import { ControlError } from '@goodword/sandbox/control/control-error'
import { type ControlRoute as RouteOf, routeMaker } from '@goodword/sandbox/control/control-route'
import type { StripeAccount } from '../model/account.ts'

/** The control of the sandbox by people and tests, beside Stripe's own API. */
export type Control = AccountControl<StripeAccount> & {
  /** Where the chance of new accounts begins. */
  readonly seed: number
}

export type ControlRoute = RouteOf<Control>

export const maker = routeMaker<Control, StripeAccount>('/accounts', ({ gateway }, id = '') => {
  const account = gateway.accounts.get(id)
  if (account !== undefined) return account
  const there = Array.from(gateway.accounts.keys()).join(', ')
  throw new ControlError('NOT_FOUND', `There is no account ${id}. Existing accounts: ${there || 'none'}.`)
})

export const { ofAll, ofAccount } = maker
