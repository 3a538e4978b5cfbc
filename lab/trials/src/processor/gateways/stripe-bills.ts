import type { StripeShop } from '@goodword/server/testing/processor/stripe/stripe-shop'
import { DISCOUNT_ID } from '../gateway.ts'
import type { Credit, GatewayBill, GatewayHistory } from '../gateway-bills.ts'

type Sdk = StripeShop['sdk']
type Invoice = Awaited<ReturnType<Sdk['invoices']['list']>>['data'][number]
type Subscription = Awaited<ReturnType<Sdk['subscriptions']['retrieve']>>
type BalanceTransaction = Awaited<ReturnType<Sdk['customers']['listBalanceTransactions']>>['data'][number]

const INVOICE_PARTS = ['data.payments', 'data.total_discount_amounts.discount']

/** The bills of an account, read with the official SDK. The invoice of a trial is none, and a draft is none yet. */
export async function readStripeHistory(
  sdk: Sdk,
  name: string,
  { id: subscriptionId, customer, canceled_at }: Subscription,
): Promise<GatewayHistory> {
  const [invoices, credits] = [
    (await sdk.invoices.list({ subscription: subscriptionId, limit: 100, expand: INVOICE_PARTS })).data,
    (await sdk.customers.listBalanceTransactions(String(customer), { limit: 100 })).data,
  ]
  const bills: GatewayBill[] = []
  for (const invoice of invoices.toReversed()) {
    if (invoice.status !== 'paid' || invoice.subtotal === 0) continue
    const transactionId = paymentOf(invoice)
    const refunds = transactionId === null ? [] : await refundsOf(sdk, transactionId)
    bills.push({
      name,
      subscriptionId,
      transactionId,
      madeAt: invoice.created * 1000,
      discount: ourDiscountOn(invoice),
      charged: invoice.amount_paid,
      refunds,
    })
  }
  return {
    name,
    bills,
    credits: credits.flatMap(creditOf),
    cancelledAt: canceled_at === null ? null : canceled_at * 1000,
  }
}

function paymentOf({ payments }: Invoice): string | null {
  const id = payments?.data[0]?.payment.payment_intent
  return typeof id === 'string' ? id : null
}

async function refundsOf(sdk: Sdk, payment_intent: string): Promise<readonly number[]> {
  return (await sdk.refunds.list({ payment_intent, limit: 100 })).data.map((it) => it.amount)
}

/** What is applied to invoices has no metadata. */
function creditOf({ amount, metadata }: BalanceTransaction): readonly Credit[] {
  const orderId = metadata?.goodword_effect
  return orderId === undefined ? [] : [{ orderId, amount: 0 - amount }]
}

/** What our coupon and our items took off an invoice. */
function ourDiscountOn({ total_discount_amounts, lines }: Invoice): number {
  const byCoupon = (total_discount_amounts ?? []).filter(({ discount }) => {
    if (typeof discount === 'string' || 'deleted' in discount) return false
    const { coupon } = discount.source
    return String(typeof coupon === 'string' ? coupon : coupon?.id).startsWith(`${DISCOUNT_ID}-`)
  })
  const items = lines.data.filter(({ metadata }) =>
    Object.keys(metadata).some((key) => key.startsWith('goodword_')),
  )
  return sum(byCoupon.map(({ amount }) => amount)) - sum(items.map(({ amount }) => amount))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}
