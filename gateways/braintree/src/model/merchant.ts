import { type Account, emptyAccount } from '@goodword/sandbox/model/account'
import type { Clock } from '@goodword/sandbox/model/clock'
import type { RequestPattern, FaultRule as Rule } from '@goodword/sandbox/model/fault-rule'
import type { Card, Nonce, Verification } from './card.ts'
import type { Customer, CustomField } from './customer.ts'
import type { Dispute } from './dispute.ts'
import type { ModificationTemplate, Plan } from './plan.ts'
import type { Subscription } from './subscription.ts'
import type { ApiRequest, Transaction } from './transaction.ts'
import type { TransparentRedirect } from './transparent-redirect.ts'
import type { Destination } from './webhook.ts'

/** Charges made while the request runs are declined with this code; without a match on requests, bills as well. */
export type Decline = {
  readonly kind: 'decline'
  readonly code: string
  readonly token: string | null
  readonly subscriptionId: string | null
}

export type FaultRule = Rule<Decline>

export type FaultAction = FaultRule['action']

/**
 * All that the gateway keeps of a merchant. Plain values and maps, so that it can be copied (`structuredClone`) and
 * written down. It is changed within one turn of the event loop. The things in maps are changed by assigning their fields,
 * never inside of a field: the state file notices assignments.
 */
export type Merchant = Omit<Account, 'destinations' | 'faults'> & {
  keys: readonly KeyPair[]
  settings: Settings
  merchantAccounts: readonly MerchantAccount[]
  customFields: readonly CustomField[]
  readonly plans: Map<string, Plan>
  readonly addOns: Map<string, ModificationTemplate>
  readonly discounts: Map<string, ModificationTemplate>
  readonly customers: Map<string, Customer>
  /** The cards by token. */
  readonly cards: Map<string, Card>
  readonly nonces: Map<string, Nonce>
  readonly verifications: Map<string, Verification>
  readonly subscriptions: Map<string, Subscription>
  readonly transactions: Map<string, Transaction>
  readonly disputes: Map<string, Dispute>
  /** The requests by `api_request_key`. */
  readonly apiRequests: Map<string, ApiRequest>
  readonly redirects: Map<string, TransparentRedirect>
  destinations: Destination[]
  faults: FaultRule[]
}

export type KeyPair = {
  readonly publicKey: string
  readonly privateKey: string
  /** Requests that the role of the key's user does not permit; without it, there are none. */
  readonly denied?: readonly RequestPattern[]
}

export type MerchantAccount = {
  readonly id: string
  readonly currency: string
  readonly isDefault: boolean
}

/** The settings of a merchant in the Control Panel. */
export type Settings = {
  /** The number of seconds within which the same charge is a duplicate; null if not checked. */
  readonly duplicateCheckingSeconds: number | null
  readonly proratesUpgrades: boolean
  readonly proratesDowngrades: boolean
  /** The default for updates without the option that a failed proration reverts them. */
  readonly revertsOnProrationFailure: boolean
  /** When a declined bill is tried again: so many days later, then so many days after that; null: not at all. */
  readonly retryAfterDays: readonly [first: number | null, second: number | null]
  /** The next state of a subscription whose retries all failed; while it waits, each billing date is another attempt. */
  readonly afterRetries: 'cancel' | 'wait_for_next_billing_date' | 'stay_past_due'
  /** How many hours a failed notification is retried, once an hour: 3 in the sandbox, 24 in production. */
  readonly resendsForHours: number
  /** Whether transactions may carry an `api_request_key`, which few merchants are granted. */
  readonly allowsApiRequestKeys: boolean
}

const defaultSettings: Settings = {
  duplicateCheckingSeconds: 30,
  proratesUpgrades: true,
  proratesDowngrades: false,
  revertsOnProrationFailure: true,
  retryAfterDays: [10, 10],
  afterRetries: 'wait_for_next_billing_date',
  resendsForHours: 3,
  allowsApiRequestKeys: false,
}

export function emptyMerchant(id: string, keys: readonly KeyPair[], clock: Clock): Merchant {
  return {
    ...emptyAccount(id, clock),
    destinations: [],
    faults: [],
    keys,
    settings: defaultSettings,
    merchantAccounts: [{ id: `${id}_usd`, currency: 'USD', isDefault: true }],
    customFields: [],
    plans: new Map(),
    addOns: new Map(),
    discounts: new Map(),
    customers: new Map(),
    cards: new Map(),
    nonces: new Map(),
    verifications: new Map(),
    subscriptions: new Map(),
    transactions: new Map(),
    disputes: new Map(),
    apiRequests: new Map(),
    redirects: new Map(),
  }
}
