import type { RewardSource, RewardType } from '@goodword/domain/reward'

/** What a committed transaction changed for a merchant, as the metrics count it. */
export type BusinessEvent =
  | { readonly kind: 'identified' | 'attributed' | 'converted' | 'ended' }
  | { readonly kind: 'attribution skipped'; readonly reason: string }
  | { readonly kind: 'reward created'; readonly source: RewardSource; readonly type: RewardType }
  | { readonly kind: 'credit redeemed'; readonly type: RewardType }

export type BusinessObserver = (event: BusinessEvent) => void

/** As with batches, what is observed is the process, so there is one list of observers. */
const observers = new Set<BusinessObserver>()

/** Calls the observer for every event of this process; returns a function that ends it. */
export function observeBusiness(observe: BusinessObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

/** To be called once the transaction of the events was committed. */
export function reportBusiness(events: readonly BusinessEvent[]): void {
  for (const observe of observers) {
    for (const event of events) observe(event)
  }
}
