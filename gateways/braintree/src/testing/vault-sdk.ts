import type { Readable } from 'node:stream'
import type braintree from 'braintree'
import type { Merchant } from '../model/merchant.ts'
import type { Sandbox } from '../start.ts'
import { sdkFor } from './given-merchant.ts'

type Request = Readonly<Record<string, unknown>>

type Result = Pick<braintree.ValidatedResponse<unknown>, 'success' | 'errors' | 'message' | 'params'> & {
  readonly customer: braintree.Customer & { readonly creditCards: readonly braintree.CreditCard[] }
  readonly creditCard: braintree.CreditCard
  readonly paymentMethod: braintree.CreditCard
  readonly address: braintree.Address
  readonly clientToken: string
  readonly paymentMethodNonce: braintree.PaymentMethodNonce
  readonly verification: Readonly<Record<string, unknown>>
}

/** `q.email().is('…')`, by names that only the test knows. */
type Question = Record<string, () => Record<string, (...values: unknown[]) => unknown>>

type Search = (query: (question: Question) => unknown) => Readable
type ListCallback = (error: unknown, found: { readonly ids: readonly string[] }) => void

type Create = (request: Request) => Promise<Result>
type Update = (id: string, request: Request) => Promise<Result>
type Find = (id: string, filter?: string) => Promise<Result['customer'] & Result['creditCard']>
type Remove = (id: string) => Promise<void>

/** The official SDK's part for the vault, as it is: its published types want fields that the API does not. */
export type VaultSdk = {
  readonly customer: {
    create: Create
    find: Find
    update: Update
    delete: Remove
    search: Search
  }
  readonly creditCard: {
    create: Create
    find: Find
    update: Update
    delete: Remove
    fromNonce: Find
    expired(callback: ListCallback): void
    expired(): Readable
    expiringBetween(start: Date, end: Date): Readable
  }
  readonly paymentMethod: { create: Create; find: Find; update: Update; delete: Remove }
  readonly paymentMethodNonce: {
    create(token: string, request?: Request): Promise<Result>
    find(nonce: string): Promise<braintree.PaymentMethodNonce>
  }
  readonly address: {
    create: Create
    find(customerId: string, id: string): Promise<braintree.Address>
    update(customerId: string, id: string, request: Request): Promise<Result>
    delete(customerId: string, id: string): Promise<void>
  }
  readonly creditCardVerification: {
    create: Create
    find(id: string): Promise<Readonly<Record<string, unknown>>>
    search: Search
  }
  readonly clientToken: { generate: Create }
  readonly subscription: { create: Create; find: (id: string) => Promise<braintree.Subscription> }
}

export function vaultSdkFor(sandbox: Sandbox, merchant: Merchant): VaultSdk {
  return sdkFor(sandbox, merchant) as unknown as VaultSdk
}
