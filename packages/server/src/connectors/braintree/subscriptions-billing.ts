import type braintree from 'braintree'
import { ProcessorError } from '../connector.ts'
import type { CallGateway } from './call-gateway.ts'
import { shaped } from './shapes.ts'

/** A search returns this many IDs at most, without saying that there are more. */
const MAX_RESULTS = 10_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Braintree is younger. */
const OLDEST = Date.UTC(2007, 0)

/** When something was created. The gateway counts in minutes, and the last minute as a whole. */
type Range = { readonly from: number; readonly to: number }

/**
 * Searches for IDs only. The SDK's stream of whole objects never ends if one of them was deleted meanwhile, and reports errors
 * to the console.
 */
export async function* subscriptionsBillingBetween(
  { read }: CallGateway,
  fromDay: string,
  toDay: string,
  maxResults = MAX_RESULTS,
): AsyncGenerator<string> {
  for (const day of daysBetween(fromDay, toDay)) {
    const seen = new Set<string>()
    for await (const id of searchDay(day, null)) {
      // Ranges overlap where they meet.
      if (!seen.has(id)) yield id
      seen.add(id)
    }
  }

  async function* searchDay(day: string, created: Range | null): AsyncGenerator<string> {
    const ids = await read('subscription.search', (gateway) =>
      searchIds(gateway, (search) => {
        search.nextBillingDate().is(day)
        search.status().in(['Active', 'Past Due', 'Pending'])
        if (created !== null) search.createdAt().between(new Date(created.from), new Date(created.to))
      }),
    )
    // Nothing is created after the day on which it is billed, in any time zone.
    const { from, to } = created ?? { from: OLDEST, to: Date.parse(day) + 2 * DAY_MS }
    if (ids.length < maxResults || to - from <= MINUTE_MS) {
      yield* ids
      return
    }
    const middle = Math.floor((from + to) / 2 / MINUTE_MS) * MINUTE_MS
    yield* searchDay(day, { from: middle, to })
    yield* searchDay(day, { from, to: middle })
  }
}

function* daysBetween(fromDay: string, toDay: string): Generator<string> {
  for (let at = Date.parse(fromDay); at <= Date.parse(toDay); at += DAY_MS) {
    yield new Date(at).toISOString().slice(0, 10)
  }
}

type Criterion = {
  readonly is: (value: string) => unknown
  readonly in: (values: readonly string[]) => unknown
  readonly between: (from: Date, to: Date) => unknown
}

type SubscriptionSearch = {
  readonly [Name in 'id' | 'nextBillingDate' | 'status' | 'createdAt']: () => Criterion
}

type Found = { readonly success: boolean; readonly ids: unknown }

/** The SDK's published types have neither the criteria nor the callback. */
type Searching = {
  readonly search: (
    ask: (search: SubscriptionSearch) => void,
    done: (error: Error | null | undefined, found: Found) => void,
  ) => void
}

export async function searchIds(
  gateway: braintree.BraintreeGateway,
  ask: (search: SubscriptionSearch) => void,
): Promise<readonly string[]> {
  const searching = gateway.subscription as unknown as Searching
  const found = await new Promise<Found>((resolve, reject) => {
    searching.search(ask, (error, result) => (error == null ? resolve(result) : reject(error)))
  })
  if (!found.success)
    throw new ProcessorError('REJECTED', { message: 'Braintree rejected the search for subscriptions.' })
  return shaped('ids', found.ids)
}
