import type { StripeAccount } from '../model/account.ts'
import type { BalanceTransaction, Customer, PaymentMethod, TaxId } from '../model/customer.ts'
import { discountJson } from './discount-json.ts'

export function customerJson(account: StripeAccount, it: Customer) {
  const discount = it.discount === null ? undefined : account.discounts.get(it.discount)
  const currency = it.currency ?? account.settings.currency
  return {
    id: it.id,
    object: 'customer' as const,
    address: it.address,
    balance: it.balances[currency] ?? 0,
    created: it.created,
    currency: it.currency,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: it.description,
    discount: discount === undefined ? null : discountJson(discount),
    email: it.email,
    invoice_prefix: prefixOf(it),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: it.defaultPaymentMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: it.metadata,
    name: it.name,
    next_invoice_sequence: it.invoiceCount + 1,
    phone: it.phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none' as const,
    test_clock: it.testClock,
  }
}

/** The balance in each currency, which is there only when it is asked for. Credit is positive, unlike in `balance`. */
export function creditOf({ balances }: Customer): Record<string, number> {
  return Object.fromEntries(Object.entries(balances).map(([currency, balance]) => [currency, 0 - balance]))
}

/** The prefix of a customer's invoice numbers. */
export function prefixOf({ id }: Pick<Customer, 'id'>): string {
  return id.slice(4, 12).toUpperCase()
}

export function balanceTransactionJson(it: BalanceTransaction) {
  return {
    id: it.id,
    object: 'customer_balance_transaction' as const,
    amount: it.amount,
    checkout_session: null,
    created: it.created,
    credit_note: it.creditNote,
    currency: it.currency,
    customer: it.customer,
    customer_account: null,
    description: it.description,
    ending_balance: it.endingBalance,
    invoice: it.invoice,
    livemode: false,
    metadata: it.metadata,
    type: it.type,
  }
}

export function taxIdJson(it: TaxId) {
  return {
    id: it.id,
    object: 'tax_id' as const,
    country: countryOf(it),
    created: it.created,
    customer: it.customer,
    customer_account: null,
    livemode: false,
    owner: { customer: it.customer, customer_account: null, type: 'customer' as const },
    type: it.type,
    value: it.value,
    verification: { status: 'unavailable' as const, verified_address: null, verified_name: null },
  }
}

/** The country is in the type, and in numbers of the European Union in the value. */
function countryOf({ type, value }: TaxId): string | null {
  if (type.startsWith('eu_')) return value.slice(0, 2).toUpperCase()
  return /^[a-z]{2}_/.test(type) ? type.slice(0, 2).toUpperCase() : null
}

export function paymentMethodJson(it: PaymentMethod) {
  return {
    id: it.id,
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: { address: emptyAddress, email: null, name: null, phone: null, tax_id: null },
    card: cardJson(it),
    created: it.created,
    customer: it.customer,
    customer_account: null,
    livemode: false,
    metadata: it.metadata,
    type: 'card' as const,
  }
}

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

function cardJson({ card }: PaymentMethod) {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: 12,
    exp_year: 2034,
    fingerprint: card.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated' as const,
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}
