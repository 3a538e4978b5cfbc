import { type Account, emptyAccount } from '@goodword/sandbox/model/account'
import type { Clock } from '@goodword/sandbox/model/clock'
import type { Notification } from '@goodword/sandbox/model/notification'
import { API_VERSION } from '../wire/version.ts'
import type { Price, Product } from './catalog.ts'
import type { BalanceTransaction, Customer, PaymentMethod, TaxId } from './customer.ts'
import type { Coupon, Discount, PromotionCode } from './discount.ts'
import type { Endpoint, StripeEvent } from './event.ts'
import type { Invoice, InvoiceItem } from './invoice.ts'
import type {
  Charge,
  CreditNote,
  Dispute,
  InvoicePayment,
  PaymentIntent,
  Refund,
  SetupIntent,
} from './payment.ts'
import type { PortalConfiguration, PortalSession } from './portal.ts'
import type { Schedule } from './schedule.ts'
import type { CheckoutSession } from './session.ts'
import type { Subscription } from './subscription.ts'
import type { TaxRate } from './tax-rate.ts'
import type { TestClock } from './test-clock.ts'

/** Counts what customers use, for prices by usage. */
export type Meter = {
  readonly id: string
  readonly created: number
  displayName: string
  status: 'active' | 'inactive'
  deactivatedAt: number | null
  updated: number
  /** Its name in reports of usage. */
  readonly eventName: string
}

/** So much was used by a customer. */
type Usage = {
  readonly meter: string
  readonly customer: string
  readonly value: number
  /** The time of the use, in seconds. */
  readonly at: number
}

/** The stored answer to a request with an idempotency key. */
export type StoredRequest = {
  readonly key: string
  /** Method, path and parameters, which a repeat must not change. */
  readonly fingerprint: string
  readonly path: string
  readonly requestId: string
  readonly status: number
  readonly body: string
  /** The account's time in milliseconds. */
  readonly at: number
}

/** All that the sandbox keeps of an account of Stripe's: plain values and maps, so that a copy is an account too. */
export type StripeAccount = Omit<Account, 'destinations'> & {
  keys: ApiKey[]
  settings: Settings
  readonly testClocks: Map<string, TestClock>
  readonly customers: Map<string, Customer>
  readonly balanceTransactions: Map<string, BalanceTransaction>
  readonly taxIds: Map<string, TaxId>
  readonly paymentMethods: Map<string, PaymentMethod>
  readonly products: Map<string, Product>
  readonly prices: Map<string, Price>
  readonly meters: Map<string, Meter>
  readonly usage: Usage[]
  readonly coupons: Map<string, Coupon>
  readonly taxRates: Map<string, TaxRate>
  readonly promotionCodes: Map<string, PromotionCode>
  readonly discounts: Map<string, Discount>
  readonly subscriptions: Map<string, Subscription>
  readonly schedules: Map<string, Schedule>
  readonly invoices: Map<string, Invoice>
  readonly invoiceItems: Map<string, InvoiceItem>
  readonly paymentIntents: Map<string, PaymentIntent>
  readonly setupIntents: Map<string, SetupIntent>
  readonly charges: Map<string, Charge>
  readonly refunds: Map<string, Refund>
  readonly invoicePayments: Map<string, InvoicePayment>
  readonly creditNotes: Map<string, CreditNote>
  readonly disputes: Map<string, Dispute>
  readonly sessions: Map<string, CheckoutSession>
  readonly portalConfigurations: Map<string, PortalConfiguration>
  readonly portalSessions: Map<string, PortalSession>
  readonly events: Map<string, StripeEvent>
  /** Requests with an idempotency key, by it. */
  readonly requests: Map<string, StoredRequest>
  destinations: Endpoint[]
  readonly notifications: Map<string, Notification>
}

export type ApiKey = {
  readonly key: string
  /** The permissions of a restricted key, such as `rak_customer_read`; null for all. */
  readonly permissions: readonly string[] | null
}

export type Settings = {
  /** The version of the API of requests, events and endpoints that name none. */
  readonly apiVersion: string
  readonly currency: string
  readonly country: string
  /** How long an invoice of a subscription stays a draft. */
  readonly draftSeconds: number
  /** So many days before a renewal `invoice.upcoming` is sent; 0 for never. */
  readonly upcomingDays: number
  /** When a declined invoice is tried again: so many days after the last attempt, each. */
  readonly retryAfterDays: readonly number[]
  /** The next status of a subscription whose retries all failed. */
  readonly afterRetries: 'canceled' | 'unpaid' | 'past_due'
  /** For how many hours a notification that was not taken is sent again, once an hour. */
  readonly resendsForHours: number
}

const defaultSettings: Settings = {
  apiVersion: API_VERSION,
  currency: 'usd',
  country: 'US',
  draftSeconds: 3_600,
  upcomingDays: 0,
  retryAfterDays: [3, 5, 7],
  afterRetries: 'canceled',
  resendsForHours: 3,
}

export function emptyStripeAccount(id: string, keys: readonly ApiKey[], clock: Clock): StripeAccount {
  return {
    ...emptyAccount(id, clock),
    destinations: [],
    keys: [...keys],
    settings: defaultSettings,
    testClocks: new Map(),
    customers: new Map(),
    balanceTransactions: new Map(),
    taxIds: new Map(),
    paymentMethods: new Map(),
    products: new Map(),
    prices: new Map(),
    meters: new Map(),
    usage: [],
    coupons: new Map(),
    taxRates: new Map(),
    promotionCodes: new Map(),
    discounts: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    invoiceItems: new Map(),
    paymentIntents: new Map(),
    setupIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    invoicePayments: new Map(),
    creditNotes: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    portalConfigurations: new Map(),
    portalSessions: new Map(),
    events: new Map(),
    requests: new Map(),
  }
}
