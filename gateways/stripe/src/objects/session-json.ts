import type { StripeAccount } from '../model/account.ts'
import type { CheckoutSession } from '../model/session.ts'
import { priceJson } from './catalog-json.ts'

export function sessionJson({ customers }: StripeAccount, it: CheckoutSession) {
  const email = customers.get(it.customer ?? '')?.email ?? it.customerEmail
  const codes = it.discount === null ? [] : [it.discount]
  const entered = it.promotionCode === null ? [] : [{ kind: 'promotion_code' as const, id: it.promotionCode }]
  return {
    id: it.id,
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: it.allowsPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: it.amountSubtotal,
    amount_total: it.amountTotal,
    automatic_tax: {
      enabled: it.automaticTax,
      liability: null,
      provider: null,
      status: it.automaticTax ? ('complete' as const) : null,
    },
    billing_address_collection: it.addressCollection,
    cancel_url: it.cancelUrl,
    client_reference_id: it.clientReferenceId,
    client_secret: it.uiMode === 'hosted_page' ? null : `${it.id}_secret_local`,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: it.created,
    currency: it.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: it.customer,
    customer_account: null,
    customer_creation: it.mode === 'payment' ? ('if_required' as const) : ('always' as const),
    customer_details:
      it.status === 'complete'
        ? {
            address: null,
            business_name: null,
            email,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none' as const,
            tax_ids: [],
          }
        : null,
    customer_email: it.customerEmail,
    discounts: [...codes, ...entered].map(({ kind, id }) => ({
      coupon: kind === 'coupon' ? id : null,
      promotion_code: kind === 'promotion_code' ? id : null,
    })),
    expires_at: it.expiresAt,
    integration_identifier: null,
    invoice: it.invoice,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: it.metadata,
    mode: it.mode,
    origin_context: null,
    payment_intent: it.paymentIntent,
    payment_link: null,
    payment_method_collection: it.methodCollection,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: it.paymentStatus,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: it.setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: it.status,
    submit_type: null,
    subscription: it.subscription,
    success_url: it.successUrl,
    total_details: {
      amount_discount: it.lines.reduce((sum, { off }) => sum + off, 0),
      amount_shipping: 0,
      amount_tax: it.lines.reduce((sum, { tax }) => sum + tax, 0),
    },
    ui_mode: it.uiMode,
    url:
      it.status === 'open' && it.uiMode === 'hosted_page'
        ? `https://checkout.stripe.com/c/pay/${it.id}`
        : null,
    wallet_options: null,
  }
}

export function lineItemJson(
  { prices }: StripeAccount,
  { id, items, lines, currency }: CheckoutSession,
  place: number,
) {
  const [item, line] = [items[place], lines[place]]
  const price = prices.get(item?.price ?? '')
  if (item === undefined || line === undefined || price === undefined) {
    throw new Error(`line ${place} not found of ${id}`)
  }
  return {
    id: `li_${id.slice(-12)}${place}`,
    object: 'item' as const,
    adjustable_quantity: null,
    amount_discount: line.off,
    amount_subtotal: line.amount,
    amount_tax: line.tax,
    amount_total: line.total,
    currency,
    description: null,
    metadata: {},
    price: priceJson(price),
    quantity: item.quantity,
  }
}
