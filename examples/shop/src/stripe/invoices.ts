import type Stripe from 'stripe'
import type { Bill } from '../gateway.ts'

export function billOf(invoice: Stripe.Invoice): Bill {
  return {
    id: invoice.id,
    date: dateOf(invoice.created),
    paidCents: invoice.amount_paid,
    discountCents: discountOf(invoice),
    isPaid: invoice.status === 'paid',
  }
}

/** What discounts take off, and credit that is an item of the invoice. */
export function discountOf({ total_discount_amounts: discounts, lines }: Stripe.Invoice): number {
  const credit = lines.data.filter(({ amount, parent }) => {
    return amount < 0 && parent?.invoice_item_details?.proration === false
  })
  const off = (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return credit.reduce((sum, { amount }) => sum - amount, off)
}

/** `2026-03-31` */
export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
