import { MONTHLY } from '../bills/billing-interval.ts'
import type { ProcessorPayment, ProcessorSubscription } from '../bills/processor-payment.ts'
import type { CustomerEvidence } from '../payments/payment-evidence.ts'
import type { Currency } from '../values/money.ts'
import { browser, cancelled, code, paid, server, trial, user } from './calls.ts'
import { START, TestTenant } from './test-tenant.ts'

const USD = 'USD' as Currency

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A payment of 10.00 that was settled at `START`. */
export function payment(
  fields: Partial<ProcessorPayment> & { readonly minor?: number } = {},
): ProcessorPayment {
  const { minor = 10_00, ...others } = fields
  return {
    id: 't1',
    type: 'SALE',
    status: 'SETTLED',
    amount: { minor, currency: USD },
    createdAt: START,
    discountAmount: 0,
    otherAdjustments: 0,
    periodStart: '2026-01-10',
    ...others,
  }
}

/** An active subscription of 10.00 a month that was made at `START` and has not been paid for. */
export function subscribed(fields: Partial<ProcessorSubscription> = {}): ProcessorSubscription {
  return {
    id: 's1',
    status: 'ACTIVE',
    price: { minor: 10_00, currency: USD },
    createdAt: START,
    endedAt: null,
    amountStep: 1,
    billCount: 0,
    firstBillDate: null,
    nextBillAt: null,
    billingDay: null,
    billingInterval: MONTHLY,
    discountMinor: 0,
    cameWithDiscount: false,
    payments: [],
    ...fields,
  }
}

/** The payment evidence of a customer who was bound at `START`. */
export function seen(fields: Partial<CustomerEvidence> = {}): CustomerEvidence {
  return { couponCode: null, boundAt: START, subscriptions: [], ...fields }
}

export type Before =
  | 'nothing known'
  | 'referred'
  | 'referred long ago'
  | 'converted'
  | 'converted by a page'
  | 'paid'
  | 'ended'

/** Bob's account as calls left it before the processor was read. */
export function tenantAfter(before: Before): TestTenant {
  const tenant = new TestTenant()
  const referred = () => tenant.track(server(code('ADA'), trial))
  switch (before) {
    case 'nothing known':
      break
    case 'referred':
      referred()
      break
    case 'referred long ago':
      tenant.now = START - 90 * DAY
      referred()
      tenant.now = START
      break
    case 'converted':
      tenant.track(server(user('b'), code('ADA'), paid))
      break
    case 'converted by a page':
      tenant.track(browser(user('b'), code('ADA'), paid))
      break
    case 'paid':
      tenant.track(server(paid))
      break
    case 'ended':
      tenant.track(server(user('b'), code('ADA'), paid))
      tenant.track(server(cancelled))
      break
  }
  return tenant
}

export const old = START - 40 * DAY
export const oldSubscription = subscribed({ createdAt: old, payments: [payment({ createdAt: old })] })
