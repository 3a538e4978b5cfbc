import { readDiscounts } from '../../billing/give-discounts.ts'
import { isBilledNext, nextInvoice, onCopy, upcomingJson } from '../../billing/upcoming-invoice.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { Subscription } from '../../model/subscription.ts'
import { ApiError, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { get, post, type Route } from '../route.ts'
import { nextStepOf } from '../schedules/due-phases.ts'
import { readUpdate } from '../subscriptions/update-subscription.ts'
import { giveToInvoice } from './invoices.ts'

const read: Route['read'] = (params) => {
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
    const invoiceAtOnce = () => {
      const made = copy.account.invoices.get(subscription.latestInvoice ?? '')
      return made === undefined || made.id === before ? null : made
    }
    if (subscription.endedAt === null) update(copy)
    if (invoiceAtOnce() === null) enterDuePhases(work, subscription)
    const made = invoiceAtOnce()
    if (made === null && !isBilledNext(subscription)) throw nothingUpcoming()
    const invoice = made ?? nextInvoice(work, subscription)
    if (entries !== undefined) invoice.discounts = giveToInvoice(work, invoice, entries ?? [])
    return upcomingJson(copy.account, invoice)
  }
}

export const previewRoutes: readonly Route[] = [
  post('/invoices/create_preview', 'invoice', read),
  // The path of older versions.
  get('/invoices/upcoming', 'invoice', read),
]

/** Applies the phases of a schedule until the period ends, because the next invoice has them. */
function enterDuePhases(work: Work, { schedule: id, periodEnd }: Subscription): void {
  for (;;) {
    const schedule = work.account.schedules.get(id ?? '')
    const step = schedule === undefined ? null : nextStepOf(work.account, schedule)
    if (step === null || step.at > periodEnd) return
    step.run({ ...work, now: step.at })
  }
}

function noSubscription(): ApiError {
  const message = 'The local Stripe previews invoices of a subscription.'
  return invalid(message, 'subscription', 'parameter_missing')
}

function nothingUpcoming(): ApiError {
  const details = { code: 'invoice_upcoming_none' }
  return new ApiError(404, 'invalid_request_error', 'No upcoming invoices for customer', details)
}
