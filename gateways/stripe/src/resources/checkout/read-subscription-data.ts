import type { CheckoutSession } from '../../model/session.ts'
import type { Params } from '../../wire/params.ts'
import type { Form } from '../../wire/read-form.ts'
import { checkBillingMode } from '../subscriptions/read-behavior.ts'

/** Reads what the subscription of a session is made with. @throws {ApiError} */
export function readSubscriptionData(
  data: Params | null,
): Pick<CheckoutSession, 'hasTrial' | 'subscriptionFields' | 'subscriptionMetadata'> {
  if (data === null) return { hasTrial: false, subscriptionFields: {}, subscriptionMetadata: {} }
  checkBillingMode(data)
  const behavior = data.part('trial_settings')?.part('end_behavior')
  const missingMethod = behavior?.oneOf('missing_payment_method', ['cancel', 'create_invoice', 'pause'])
  const [days, end] = [data.integer('trial_period_days', 1, 730), data.moment('trial_end')]
  const fields: readonly (readonly [string, Form | null | undefined])[] = [
    ['description', data.text('description')],
    ['trial_period_days', days == null ? null : `${days}`],
    ['trial_end', end == null ? null : `${end}`],
    [
      'trial_settings',
      missingMethod == null ? null : { end_behavior: { missing_payment_method: missingMethod } },
    ],
  ]
  return {
    hasTrial: days != null || end != null,
    subscriptionFields: Object.fromEntries(
      fields.flatMap(([key, form]) => (form == null ? [] : [[key, form]])),
    ),
    subscriptionMetadata: data.metadata(),
  }
}
