import { giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { invoicePeriod, recurringOf } from '../../billing/renew.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { Invoice } from '../../model/invoice.ts'
import type { Subscription } from '../../model/subscription.ts'
import { totalsOf } from '../../money/invoice-totals.ts'
import { boundaryAfter } from '../../money/periods.ts'
import { invoiceJson } from '../../objects/invoice-json.ts'
import { ApiError, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import { post, type Route } from '../../wire/route.ts'
import { byClock, type Work } from '../../work.ts'
import { readUpdate } from '../subscriptions/update-subscription.ts'

export const previewRoutes: readonly Route[] = [
  // A preview works on a copy of the account, which has no webhook endpoints.
  post('/invoices/create_preview', 'invoice', (params) => {
    const [id, customer] = [params.text('subscription'), params.text('customer')]
    const update = readUpdate(params.part('subscription_details') ?? new Params({}), id ?? undefined)
    const entries = readDiscounts(params)
    return (asked) => {
      if (id == null)
        throw invalid(
          'The local Stripe previews invoices of a subscription.',
          'subscription',
          'parameter_missing',
        )
      const work = { ...asked, account: { ...structuredClone(asked.account), destinations: [] } }
      const subscription = findSubscription(work.account, id, 'subscription')
      if (customer != null && subscription.customer !== customer) {
        throw invalid('The subscription is not of the customer.', 'subscription')
      }
      const before = subscription.latestInvoice
      if (subscription.endedAt === null) update(work)
      const mine = byClock(work, findCustomer(work.account, subscription.customer).testClock)
      const made =
        subscription.latestInvoice === before
          ? null
          : work.account.invoices.get(subscription.latestInvoice ?? '')
      const invoice = made ?? nextInvoice(mine, subscription)
      if (entries !== undefined) {
        const target = {
          customer: findCustomer(work.account, subscription.customer),
          currency: invoice.currency,
        }
        const amount = totalsOf(work.account, invoice).subtotal
        invoice.discounts = giveDiscounts(mine, entries ?? [], { ...target, amount, invoice: invoice.id })
      }
      const shown = invoiceJson(work.account, invoice)
      return {
        ...shown,
        id: `upcoming_${invoice.id}`,
        billing_reason: 'upcoming',
        status: 'draft',
        number: null,
      }
    }
  }),
]

/** The draft of the next period, as it would be now. @throws {ApiError} when nothing will be billed */
function nextInvoice(work: Work, subscription: Subscription): Invoice {
  const {
    periodStart,
    periodEnd: start,
    billingCycleAnchor,
    cancelAt,
    cancelAtPeriodEnd,
    endedAt,
  } = subscription
  if (endedAt !== null || cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= start)) {
    const message = 'No upcoming invoices for customer'
    throw new ApiError(404, 'invalid_request_error', message, { code: 'invoice_upcoming_none' })
  }
  const end = boundaryAfter(billingCycleAnchor, recurringOf(work, subscription.items), start)
  const then = { ...work, now: start }
  return invoicePeriod(then, subscription, { start, end, invoiced: { start: periodStart, end: start } })
}
