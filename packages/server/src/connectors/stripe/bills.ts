import type { StripeInvoice, StripeSubscription } from './shapes.ts'

/** The invoice of a period of a subscription, of which prorations and trials have none. */
export type PeriodBill = {
  readonly invoice: StripeInvoice
  /** When the period begins, in seconds. */
  readonly periodStart: number
}

export function periodBills(
  { trial_end }: StripeSubscription,
  invoices: readonly StripeInvoice[],
): readonly PeriodBill[] {
  return invoices.flatMap((invoice) => {
    const periodStart = periodStartOf(invoice)
    const isOfTrial = periodStart !== null && trial_end !== null && periodStart < trial_end
    return periodStart === null || isOfTrial ? [] : [{ invoice, periodStart }]
  })
}

/** The start of the period that an invoice pays for; null if it is not for one. */
export function periodStartOf(invoice: StripeInvoice): number | null {
  const starts = regularLines(invoice).map(({ period }) => period.start)
  return starts.length === 0 ? null : Math.max(...starts)
}

/** What the subscription's prices come to on an invoice. */
export function regularAmount(invoice: StripeInvoice): number {
  return regularLines(invoice).reduce((sum, { amount }) => sum + amount, 0)
}

function regularLines({ lines }: StripeInvoice) {
  return lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false)
}

/** Whether it can still become something else: a draft is changed until it is closed, an open one is to be paid. */
export function isUnderWay({ status }: StripeInvoice): boolean {
  return status === 'draft' || status === 'open'
}
