import type { Metadata } from '../wire/metadata.ts'

export type Customer = {
  readonly id: string
  readonly created: number
  /** The test clock that its time goes by; null for the account's. */
  readonly testClock: string | null
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  address: Address | null
  metadata: Metadata
  /** The balance in each currency; negative is credit. */
  balances: Readonly<Record<string, number>>
  /** The currency of the first charge; null until then. */
  currency: string | null
  /** The one discount of the customer; null for none. */
  discount: string | null
  defaultPaymentMethod: string | null
  isDeleted: boolean
  /** How many invoices it had, for their numbers. */
  invoiceCount: number
}

export type Address = Readonly<Record<(typeof addressKeys)[number], string | null>>

export const addressKeys = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const

/** A number by which a tax office knows a customer. */
export type TaxId = {
  readonly id: string
  readonly created: number
  readonly customer: string
  /** The type of the number, such as `eu_vat`. */
  readonly type: string
  readonly value: string
}

/** A change of a customer's balance, which is never changed itself. */
export type BalanceTransaction = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly amount: number
  readonly currency: string
  readonly endingBalance: number
  readonly type: BalanceTransactionType
  readonly invoice: string | null
  readonly creditNote: string | null
  description: string | null
  metadata: Metadata
}

export type BalanceTransactionType =
  | 'adjustment'
  | 'applied_to_invoice'
  | 'credit_note'
  | 'invoice_too_small'
  | 'unapplied_from_invoice'

export type PaymentMethod = {
  readonly id: string
  readonly created: number
  readonly card: TestCard
  customer: string | null
  /** Whether its bank has permitted payments while the customer is away. */
  isSetUp: boolean
  metadata: Metadata
}

export type TestCard = {
  readonly brand: string
  readonly last4: string
  readonly fingerprint: string
  /** Why each charge of it is declined; null for a good card. */
  readonly decline: string | null
  /** Whether it cannot even be kept. */
  readonly isRefused: boolean
  /** The later outcome of refunds to it. */
  readonly refunds: 'fail' | 'succeed' | 'succeed_later'
  readonly authentication: Authentication
}

/** When the bank of a card wants a payment to be authenticated: until it was set up, say, or only while the customer is there. */
export type Authentication = 'always' | 'never' | 'on_session' | 'until_set_up'
