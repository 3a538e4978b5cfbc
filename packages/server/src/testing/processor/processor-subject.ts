import type { Capabilities, ProcessorClient, ProcessorCredentials } from '../../connectors/connector.ts'
import type { LocalSandbox } from './local-sandbox.ts'

/** A processor with one merchant that is set up for referrals, and what a test does and sees there beside the connector. */
export type ProcessorSubject = {
  readonly credentials: ProcessorCredentials
  /** Parts of credentials that cannot be right. */
  readonly impossible: readonly Partial<ProcessorCredentials>[]
  /** The texts that no error may contain. */
  readonly secrets: readonly string[]
  /** The ID of the merchant's account. */
  readonly account: string
  readonly discountId: string
  readonly open: (options?: OpenOptions) => ProcessorClient
  /** A customer with a payment method. */
  readonly addCustomer: (options?: { readonly coupon?: string }) => Promise<string>
  /** A monthly subscription of 30.00 USD, billed at once unless it has a trial. */
  readonly subscribe: (customerId: string, options?: SubscribeOptions) => Promise<string>
  readonly cancel: (subscriptionId: string) => Promise<void>
  /** A discount of the merchant's own of 4.00 on a subscription, for good. */
  readonly addOtherDiscount: (subscriptionId: string) => Promise<void>
  /** Twice as much for a subscription from its next bill on, by its price or its quantity. */
  readonly doublePrice: (subscriptionId: string) => Promise<void>
  readonly advanceDays: (days: number) => Promise<void>
  /** The discount on the subscription as the processor has it; amounts as decimal texts. */
  readonly discountOf: (subscriptionId: string) => Promise<{ amount: string; quantity: number } | null>
  /** Amounts of the refunds of a payment that the processor has. */
  readonly refundsOf: (paymentId: string) => Promise<readonly string[]>
  /** Makes the next requests of a sort fail: all of them, so many, or a share of them. */
  readonly fail: (
    fault: ProcessorFault,
    on?: RequestSort,
    limits?: { readonly times?: number; readonly probability?: number },
  ) => Promise<void>
  /** The number of requests to which it has happened since. */
  readonly failures: () => Promise<number>
  /** Ends all of it. */
  readonly recover: () => Promise<void>
  /** Denies a sort of requests to the role of the keys from now on. */
  readonly deny: (sort: RequestSort) => Promise<void>
}

/** Differences among processors that the contract depends on. */
export type ConnectorTraits = {
  /** Whether there is a processor that is called, and can fail, deny, or not have what a merchant sets up there. */
  readonly calls: 'MADE' | 'NONE'
  /** Whether a merchant sets up the discount by hand, or the connector makes the discounts that it needs. */
  readonly discounts: 'SET_UP' | 'MADE'
  /** When a payment has settled, and can be refunded. */
  readonly settlement: 'AT_ONCE' | 'LATER'
  readonly bills: Capabilities['bills']
}

export type OpenOptions = {
  readonly credentials?: Partial<ProcessorCredentials>
  /** The time after which a call fails. */
  readonly deadlineMs?: number
}

export type SubscribeOptions = { readonly trialDays?: number; readonly price?: string }

export type RequestSort = 'any' | 'reading a subscription' | 'setting a discount' | 'refunding'

export type ProcessorFault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'applied_late'; readonly ms: number; readonly status: number }
  | { readonly kind: 'reset' | 'hang' | 'malformed' | 'truncated' | 'answer_lost' }

/** What the control API of a local gateway does for a subject; `requests` are the sorts of requests as its faults name them. */
export function controlled(
  control: LocalSandbox['control'],
  requests: Readonly<Record<RequestSort, object>>,
): Pick<ProcessorSubject, 'advanceDays' | 'fail' | 'failures' | 'recover'> {
  return {
    advanceDays: async (days) => {
      await control('POST', '/clock/advance', { days })
    },
    fail: async (action, on = 'any', limits = {}) => {
      await control('POST', '/faults', { ...requests[on], action, ...limits })
    },
    failures: async () => {
      // The control API's own shape.
      const { items } = (await control('GET', '/faults')) as { items: readonly { readonly hits: number }[] }
      return items.reduce((sum, { hits }) => sum + hits, 0)
    },
    recover: async () => {
      await control('DELETE', '/faults')
    },
  }
}
