import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { meterEventJson, meterEventOfV2Json, meterJson } from '../resources/meters.ts'
import type { priceJson, productJson } from './catalog-json.ts'
import type { balanceTransactionJson, customerJson, paymentMethodJson, taxIdJson } from './customer-json.ts'
import type { couponJson, discountJson, promotionCodeJson } from './discount-json.ts'
import type { disputeJson } from './dispute-json.ts'
import type { eventJson } from './event-json.ts'
import type { paymentIntentJson, setupIntentJson } from './intent-json.ts'
import type { invoiceItemJson, invoiceJson, lineJson } from './invoice-json.ts'
import type { chargeJson, creditNoteJson, invoicePaymentJson, refundJson } from './payment-json.ts'
import type { portalConfigurationJson, portalSessionJson } from './portal-json.ts'
import type { scheduleJson } from './schedule-json.ts'
import type { sessionJson } from './session-json.ts'
import type { itemJson, subscriptionJson } from './subscription-json.ts'
import type { taxRateJson } from './tax-json.ts'
import type { testClockJson } from './test-clock-json.ts'

/** An object of the SDK as it is on the wire, where decimals are texts. */
type OnWire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer Item)[]
    ? readonly OnWire<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: OnWire<T[Key]> }
      : T

/** The names that an object of the SDK always has, and ours has not. */
type Missing<Ours, Theirs> = Exclude<RequiredOf<Theirs>, keyof Ours>

type RequiredOf<T> = { [Key in keyof T]-?: undefined extends T[Key] ? never : Key }[keyof T]

type Nothing<T extends never> = T

test('answers have every name that the SDK’s types promise, and are of its types', () => {
  const checked: readonly (
    | Nothing<Missing<ReturnType<typeof customerJson>, Stripe.Customer>>
    | Nothing<Missing<ReturnType<typeof balanceTransactionJson>, Stripe.CustomerBalanceTransaction>>
    | Nothing<Missing<ReturnType<typeof taxIdJson>, Stripe.TaxId>>
    | Nothing<Missing<ReturnType<typeof paymentMethodJson>, Stripe.PaymentMethod>>
    | Nothing<Missing<ReturnType<typeof productJson>, Stripe.Product>>
    | Nothing<Missing<ReturnType<typeof priceJson>, Stripe.Price>>
    | Nothing<Missing<ReturnType<typeof couponJson>, Stripe.Coupon>>
    | Nothing<Missing<ReturnType<typeof promotionCodeJson>, Stripe.PromotionCode>>
    | Nothing<Missing<ReturnType<typeof discountJson>, Stripe.Discount>>
    | Nothing<Missing<ReturnType<typeof subscriptionJson>, Stripe.Subscription>>
    | Nothing<Missing<ReturnType<typeof portalConfigurationJson>, Stripe.BillingPortal.Configuration>>
    | Nothing<Missing<ReturnType<typeof portalSessionJson>, Stripe.BillingPortal.Session>>
    | Nothing<Missing<ReturnType<typeof scheduleJson>, Stripe.SubscriptionSchedule>>
    | Nothing<Missing<ReturnType<typeof itemJson>, Stripe.SubscriptionItem>>
    | Nothing<Missing<ReturnType<typeof invoiceJson>, Stripe.Invoice>>
    | Nothing<Missing<ReturnType<typeof lineJson>, Stripe.InvoiceLineItem>>
    | Nothing<Missing<ReturnType<typeof invoiceItemJson>, Stripe.InvoiceItem>>
    | Nothing<Missing<ReturnType<typeof invoicePaymentJson>, Stripe.InvoicePayment>>
    | Nothing<Missing<ReturnType<typeof chargeJson>, Stripe.Charge>>
    | Nothing<Missing<ReturnType<typeof paymentIntentJson>, Stripe.PaymentIntent>>
    | Nothing<Missing<ReturnType<typeof setupIntentJson>, Stripe.SetupIntent>>
    | Nothing<Missing<ReturnType<typeof refundJson>, Stripe.Refund>>
    | Nothing<Missing<ReturnType<typeof creditNoteJson>, Stripe.CreditNote>>
    | Nothing<Missing<ReturnType<typeof disputeJson>, Stripe.Dispute>>
    | Nothing<Missing<ReturnType<typeof sessionJson>, Stripe.Checkout.Session>>
    | Nothing<Missing<ReturnType<typeof taxRateJson>, Stripe.TaxRate>>
    | Nothing<Missing<ReturnType<typeof meterJson>, Stripe.Billing.Meter>>
    | Nothing<Missing<ReturnType<typeof meterEventJson>, Stripe.Billing.MeterEvent>>
    | Nothing<Missing<ReturnType<typeof meterEventOfV2Json>, Stripe.V2.Billing.MeterEvent>>
    | Nothing<Missing<ReturnType<typeof testClockJson>, Stripe.TestHelpers.TestClock>>
    | Nothing<Missing<ReturnType<typeof eventJson>, Stripe.Event>>
  )[] = []
  expect(checked).toEqual([])
  expect(isAssignable).toBeTypeOf('function')
})

/**
 * Compiles only when our answers can be assigned to the SDK's type. One name cannot: an invoice item that is discountable
 * has a `net_amount` of null, as the SDK's text says, and its type does not.
 */
function isAssignable(
  customer: ReturnType<typeof customerJson>,
  price: ReturnType<typeof priceJson>,
  product: ReturnType<typeof productJson>,
  coupon: ReturnType<typeof couponJson>,
  code: ReturnType<typeof promotionCodeJson>,
  discount: ReturnType<typeof discountJson>,
  subscription: ReturnType<typeof subscriptionJson>,
  item: ReturnType<typeof itemJson>,
  schedule: ReturnType<typeof scheduleJson>,
  portal: ReturnType<typeof portalConfigurationJson>,
  visit: ReturnType<typeof portalSessionJson>,
  invoice: ReturnType<typeof invoiceJson>,
  line: ReturnType<typeof lineJson>,
  payment: ReturnType<typeof invoicePaymentJson>,
  intent: ReturnType<typeof paymentIntentJson>,
  setup: ReturnType<typeof setupIntentJson>,
  charge: ReturnType<typeof chargeJson>,
  dispute: ReturnType<typeof disputeJson>,
  invoiceItem: ReturnType<typeof invoiceItemJson>,
  refund: ReturnType<typeof refundJson>,
  note: ReturnType<typeof creditNoteJson>,
  session: ReturnType<typeof sessionJson>,
  rate: ReturnType<typeof taxRateJson>,
  clock: ReturnType<typeof testClockJson>,
  balance: ReturnType<typeof balanceTransactionJson>,
  method: ReturnType<typeof paymentMethodJson>,
  taxId: ReturnType<typeof taxIdJson>,
) {
  return [
    customer satisfies OnWire<Stripe.Customer>,
    price satisfies OnWire<Stripe.Price>,
    product satisfies OnWire<Stripe.Product>,
    coupon satisfies OnWire<Stripe.Coupon>,
    code satisfies OnWire<Stripe.PromotionCode>,
    discount satisfies OnWire<Stripe.Discount>,
    subscription satisfies OnWire<Stripe.Subscription>,
    portal satisfies OnWire<Stripe.BillingPortal.Configuration>,
    visit satisfies OnWire<Stripe.BillingPortal.Session>,
    schedule satisfies OnWire<Stripe.SubscriptionSchedule>,
    item satisfies OnWire<Stripe.SubscriptionItem>,
    invoice satisfies OnWire<Stripe.Invoice>,
    line satisfies OnWire<Stripe.InvoiceLineItem>,
    payment satisfies OnWire<Stripe.InvoicePayment>,
    intent satisfies OnWire<Stripe.PaymentIntent>,
    setup satisfies OnWire<Stripe.SetupIntent>,
    dispute satisfies OnWire<Stripe.Dispute>,
    invoiceItem satisfies OnWire<Omit<Stripe.InvoiceItem, 'net_amount'>>,
    charge satisfies OnWire<Stripe.Charge>,
    refund satisfies OnWire<Stripe.Refund>,
    note satisfies OnWire<Stripe.CreditNote>,
    session satisfies OnWire<Stripe.Checkout.Session>,
    rate satisfies OnWire<Stripe.TaxRate>,
    clock satisfies OnWire<Stripe.TestHelpers.TestClock>,
    balance satisfies OnWire<Stripe.CustomerBalanceTransaction>,
    taxId satisfies OnWire<Stripe.TaxId>,
    method satisfies OnWire<Stripe.PaymentMethod>,
  ]
}
