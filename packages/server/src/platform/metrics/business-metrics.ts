import { rewardSources, rewardTypes } from '@goodword/domain/reward'
import { Counter, type Registry } from 'prom-client'
import { type BusinessEvent, observeBusiness } from '../business-events.ts'

/** Counts what happens to merchants' programs. No label names a tenant: their number has no limit. Returns a function that stops it. */
export function businessMetrics(registry: Registry): () => void {
  const registers = [registry]
  const identifications = new Counter({
    name: 'goodword_identifications_total',
    help: 'Users identified for the first time.',
    registers,
  })
  const attributions = new Counter({
    name: 'goodword_attributions_total',
    help: 'Accounts attributed to a referral code (referrals started).',
    registers,
  })
  const skipped = new Counter({
    name: 'goodword_attributions_skipped_total',
    help: 'Referral codes that did not attribute an account, by the reason on the timeline of the account.',
    labelNames: ['reason'],
    registers,
  })
  const conversions = new Counter({
    name: 'goodword_conversions_total',
    help: 'Referrals converted by a first payment.',
    registers,
  })
  const ended = new Counter({
    name: 'goodword_referrals_ended_total',
    help: 'Referrals ended by a cancellation.',
    registers,
  })
  const created = new Counter({
    name: 'goodword_rewards_created_total',
    help: 'Rewards created, by source (REFERRED, FRIEND_SIGNUP, MANUAL) and type.',
    labelNames: ['source', 'type'],
    registers,
  })
  const redeemed = new Counter({
    name: 'goodword_redemptions_total',
    help: 'Redemptions of credit, by type of reward (CREDIT, TIME_CREDIT).',
    labelNames: ['type'],
    registers,
  })

  // A series that begins at zero shows its first increase as a rate.
  for (const type of rewardTypes) {
    for (const source of rewardSources) created.inc({ source, type }, 0)
  }
  for (const type of ['CREDIT', 'TIME_CREDIT']) redeemed.inc({ type }, 0)

  return observeBusiness((event: BusinessEvent) => {
    switch (event.kind) {
      case 'identified':
        return identifications.inc()
      case 'attributed':
        return attributions.inc()
      case 'converted':
        return conversions.inc()
      case 'ended':
        return ended.inc()
      case 'attribution skipped':
        return skipped.inc({ reason: event.reason })
      case 'reward created':
        return created.inc({ source: event.source, type: event.type })
      case 'credit redeemed':
        return redeemed.inc({ type: event.type })
    }
  })
}
