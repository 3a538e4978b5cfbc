import type { Outcome } from '@goodword/domain/outcome'
import type { Reward } from '@goodword/domain/reward'
import type { BusinessEvent } from '../../platform/business-events.ts'

/** What outcomes and new rewards mean to whoever counts the business of all merchants. */
export function businessEventsOf(
  outcomes: readonly Outcome[],
  rewards: readonly Pick<Reward, 'source' | 'spec'>[],
): readonly BusinessEvent[] {
  return [
    ...outcomes.flatMap(eventOf),
    ...rewards.map(({ source, spec }) => ({ kind: 'reward created', source, type: spec.type }) as const),
  ]
}

function eventOf({ type, reason }: Outcome): readonly BusinessEvent[] {
  switch (type) {
    case 'user.created':
      return [{ kind: 'identified' }]
    case 'referral.started':
      return [{ kind: 'attributed' }]
    case 'referral.converted':
      return [{ kind: 'converted' }]
    case 'referral.ended':
      return [{ kind: 'ended' }]
    case 'attribution.skipped':
      return [{ kind: 'attribution skipped', reason }]
    default:
      return []
  }
}
