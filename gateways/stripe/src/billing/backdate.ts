import type { Recurring } from '../model/catalog.ts'
import type { InvoiceLine } from '../model/invoice.ts'
import type { Subscription } from '../model/subscription.ts'
import { stepOf } from '../money/currencies.ts'
import { boundaryAfter } from '../money/periods.ts'
import { shareOf } from '../money/shares.ts'
import type { Work } from '../work.ts'
import { lineOfSubscription } from './make-invoice.ts'
import { amountOf, recurringOf } from './renew.ts'

/**
 * The lines for the time from the start of a subscription that was backdated, one for each item: it is charged by intervals that
 * begin with that start, the last in part.
 */
export function backdatedLines(work: Work, subscription: Subscription, end: number): readonly InvoiceLine[] {
  const { startDate: start, items, currency } = subscription
  const recurring = recurringOf(work, items)
  return items.map((item) => {
    const amount = amountSince(amountOf(work, item, currency), {
      start,
      end,
      recurring,
      step: stepOf(currency),
    })
    return lineOfSubscription(work, subscription, item, { start, end, amount })
  })
}

type Span = {
  readonly start: number
  readonly end: number
  readonly recurring: Recurring
  readonly step: number
}

function amountSince(full: number, { start, end, recurring, step }: Span): number {
  let [sum, from] = [0, start]
  for (;;) {
    const next = boundaryAfter(start, recurring, from)
    if (next > end) return sum + shareOf(full, end - from, next - from, step)
    sum += full
    from = next
  }
}
