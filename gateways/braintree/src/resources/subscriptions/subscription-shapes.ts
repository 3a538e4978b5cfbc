import type { Shape } from '../../model/params.ts'
import { paypalOptionsShape } from '../cards/card-shape.ts'

// The lists are looked at by hand: a value that is no list has an error code of its own.
const modifications: Shape = { add: 'anything', update: 'anything', remove: 'anything' }

const both = {
  id: 'value',
  plan_id: 'value',
  payment_method_token: 'value',
  payment_method_nonce: 'value',
  price: 'value',
  merchant_account_id: 'value',
  number_of_billing_cycles: 'value',
  never_expires: 'value',
  billing_day_of_month: 'value',
  first_billing_date: 'value',
  descriptor: { name: 'value', phone: 'value', url: 'value' },
  add_ons: modifications,
  discounts: modifications,
} as const

/** The parameters of a new subscription. */
export const createShape: Shape = {
  subscription: {
    ...both,
    trial_period: 'value',
    trial_duration: 'value',
    trial_duration_unit: 'value',
    options: {
      do_not_inherit_add_ons_or_discounts: 'value',
      paypal: paypalOptionsShape,
      start_immediately: 'value',
    },
  },
}

/** The two dates are included because sending them is an error with a code. */
export const updateShape: Shape = {
  subscription: {
    ...both,
    options: {
      paypal: paypalOptionsShape,
      prorate_charges: 'value',
      replace_all_add_ons_and_discounts: 'value',
      revert_subscription_on_proration_failure: 'value',
    },
  },
}

const terms = {
  amount: 'value',
  quantity: 'value',
  number_of_billing_cycles: 'value',
  never_expires: 'value',
} as const

export const addedShape: Shape = { inherited_from_id: 'value', ...terms }
export const updatedShape: Shape = { existing_id: 'value', ...terms }
