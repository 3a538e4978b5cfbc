import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { Reward, RewardSource, RewardType } from '@goodword/domain/rewards/reward'

/** A change that a committed transaction made for a merchant, as the metrics count it. */
export type BusinessEvent =
  | { readonly kind: 'identified' | 'attributed' | 'converted' | 'ended' }
  | { readonly kind: 'attribution skipped'; readonly reason: string }
  | { readonly kind: 'reward created'; readonly source: RewardSource; readonly type: RewardType }
  | { readonly kind: 'credit redeemed'; readonly type: RewardType }
  | { readonly kind: 'held side decided'; readonly waitedMs: number }

export type BusinessObserver = (event: BusinessEvent) => void

/** As with batches, the whole process is observed, so there is one list of observers. */
const observers = new Set<BusinessObserver>()

/** Calls the observer for every event of this process; returns a function that ends it. */
export function observeBusiness(observe: BusinessObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

/** Has to be called once the transaction of the events was committed. */
export function reportBusiness(events: readonly BusinessEvent[]): void {
  for (const observe of observers) {
    for (const event of events) observe(event)
  }
}

/** The business events of committed outcomes and new rewards. */
export function businessEventsOf(
  outcomes: readonly Outcome[],
  rewards: readonly Pick<Reward, 'source' | 'spec'>[],
): readonly BusinessEvent[] {
  return [
    ...outcomes.flatMap(eventOf),
    ...rewards.map(({ source, spec }) => ({ kind: 'reward created', source, type: spec.type }) as const),
  ]
}

function eventOf({ type, reason, waitedMs }: Outcome): readonly BusinessEvent[] {
  switch (type) {
    case 'user.created':
      return [{ kind: 'identified' }]
    case 'referral.started':
      return [{ kind: 'attributed' }]
    case 'referral.converted':
      return [{ kind: 'converted' }]
    case 'referral.ended':
      return [{ kind: 'ended' }]
    case 'referral.moderated':
      return waitedMs === undefined ? [] : [{ kind: 'held side decided', waitedMs }]
    case 'attribution.skipped':
      return [{ kind: 'attribution skipped', reason }]
    default:
      return []
  }
}
