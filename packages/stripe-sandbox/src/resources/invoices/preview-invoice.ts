import { readDiscounts } from '../../billing/give-discounts.ts'
import { isBilledNext, nextInvoice, onCopy, upcomingJson } from '../../billing/upcoming-invoice.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import { ApiError, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import { byClock } from '../../work.ts'
import { post, type Route } from '../route.ts'
import { readUpdate } from '../subscriptions/update-subscription.ts'
import { giveToInvoice } from './invoices.ts'

export const previewRoutes: readonly Route[] = [
  post('/invoices/create_preview', 'invoice', (params) => {
    const [id, customer] = [params.text('subscription'), params.text('customer')]
    const update = readUpdate(params.part('subscription_details') ?? new Params({}), id ?? undefined)
    const entries = readDiscounts(params)
    return (asked) => {
      if (id == null) throw noSubscription()
      const copy = onCopy(asked)
      const subscription = findSubscription(copy.account, id, 'subscription')
      if (customer != null && subscription.customer !== customer) {
        throw invalid('The subscription is not of the customer.', 'subscription')
      }
      const work = byClock(copy, findCustomer(copy.account, subscription.customer).testClock)
      const before = subscription.latestInvoice
      if (subscription.endedAt === null) update(copy)
      const made = copy.account.invoices.get(subscription.latestInvoice ?? '')
      const isAtOnce = made !== undefined && made.id !== before
      if (!isAtOnce && !isBilledNext(subscription)) throw nothingUpcoming()
      const invoice = isAtOnce ? made : nextInvoice(work, subscription)
      if (entries !== undefined) invoice.discounts = giveToInvoice(work, invoice, entries ?? [])
      return upcomingJson(copy.account, invoice)
    }
  }),
]

function noSubscription(): ApiError {
  const message = 'The local Stripe previews invoices of a subscription.'
  return invalid(message, 'subscription', 'parameter_missing')
}

function nothingUpcoming(): ApiError {
  const details = { code: 'invoice_upcoming_none' }
  return new ApiError(404, 'invalid_request_error', 'No upcoming invoices for customer', details)
}
