import type { Control as AccountControl } from '@goodword/sandbox/control/control'
import { type ControlRoute as RouteOf, routeMaker } from '@goodword/sandbox/control/control-route'
import type { StripeAccount } from '../model/account.ts'

/** The control of the sandbox by people and tests, beside Stripe's own API. */
export type Control = AccountControl<StripeAccount> & {
  /** Where the chance of new accounts begins. */
  readonly seed: number
}

export type ControlRoute = RouteOf<Control>

export const maker = routeMaker<StripeAccount, Control>('account')

export const { ofAll, ofAccount } = maker
