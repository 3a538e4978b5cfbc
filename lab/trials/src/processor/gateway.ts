import type { LocalSandbox } from '@goodword/server/testing/processor/local-sandbox'

/** A bill as the gateway has it. Amounts are minor units, times milliseconds. */
export type GatewayBill = {
  /** The name of the account whose subscription it is. */
  readonly name: string
  readonly subscriptionId: string
  /** Null for a bill that came to nothing: the gateway charges nothing then. */
  readonly transactionId: string | null
  readonly madeAt: number
  readonly discount: number
  readonly charged: number
  /** The amounts that were given back of it, one for each refund. */
  readonly refunds: readonly number[]
}

/** The bills of a customer's subscription, and when it was cancelled; null for one that goes on. */
export type GatewayHistory = {
  readonly name: string
  readonly bills: readonly GatewayBill[]
  /** The credits to the customer. */
  readonly credits: readonly Credit[]
  readonly cancelledAt: number | null
}

/** An amount that pays for later bills, with the order that it was made under. */
export type Credit = { readonly orderId: string; readonly amount: number }

/** A customer of the merchant's, with one subscription of 30.00 a month. */
export type Subscriber = {
  readonly name: string
  readonly customerId: string
  readonly subscriptionId: string
}

export type Subscribing = {
  /** Whether the code was looked up: the merchant takes the friend's discount off at once. */
  readonly isLookedUp?: boolean
  readonly trialDays?: number
}

export type ProcessorName = 'braintree' | 'stripe'

/** The merchant's side of the story at a local gateway, and what the gateway has. */
export type Gateway = {
  readonly processor: ProcessorName
  readonly credentials: Readonly<Record<string, string>>
  readonly control: LocalSandbox['control']
  /** The requests that only the connector makes: the merchant's own succeed, or are repeated. */
  readonly requests: { readonly reads: readonly RequestRule[]; readonly writes: readonly RequestRule[] }
  /**
   * How long after noon the merchant makes subscriptions, so that no bill is made in the second of a decision. Bills are made at
   * 6 in the morning.
   */
  readonly subscribesAfterMs: number
  /** Sends notifications to a URL. Returns what the connection needs to know of that beside the credentials. */
  listen(webhookUrl: string): Promise<Readonly<Record<string, string>>>
  subscribe(name: string, options?: Subscribing): Promise<Subscriber>
  cancel(subscriber: Subscriber): Promise<void>
  /** Our discount of the next bill of an account's subscription, in minor units; null if there is no next bill. */
  standing(name: string): Promise<number | null>
  /** Changes the discount of a subscription as a person in the control panel; null removes it. */
  setDiscount(name: string, minor: number | null): Promise<void>
  /** The accounts whose subscriptions have their next bill on a day, `YYYY-MM-DD`. */
  billedOn(day: string): Promise<readonly string[]>
  /** The bills of accounts. */
  histories(names: readonly string[]): Promise<readonly GatewayHistory[]>
}

/** A method and path, as rules of faults name requests. */
export type RequestRule = { readonly method: string; readonly path: string }

export const BEGIN = Date.parse('2040-01-10T12:00:00Z')
export const DISCOUNT_ID = 'referral_discount'
export const PRICE_MINOR = 3000
export const FRIENDS_MINOR = 300

/** The time of the merchant's clock. */
export async function timeOf({ control }: Gateway): Promise<number> {
  return Date.parse(String((await control('GET', '/clock')).now))
}

export async function countNotifications(gateway: Gateway, status: 'lost' | 'delivered'): Promise<number> {
  return (await pagesOf(gateway.control, `/notifications?limit=200&status=${status}`)).length
}

/** Everything that a list of the control API has. */
export async function pagesOf<Item>(control: Gateway['control'], path: string): Promise<readonly Item[]> {
  const found: Item[] = []
  for (let before: unknown = null; ; ) {
    const page = await control('GET', before === null ? path : `${path}&before=${before}`)
    found.push(...(page.items as readonly Item[]))
    before = page.next
    if (before === null) return found
  }
}

const TRIES = 50

/** The faults are the connector's, and hit this request too: it is made until it does not fail. */
export async function persist<Result>(request: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request()
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
