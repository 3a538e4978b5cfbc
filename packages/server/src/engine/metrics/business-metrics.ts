import { creditTypes, rewardSources, rewardTypes } from '@goodword/domain/rewards/reward'
import type { Mode } from '@goodword/domain/values/ids'
import { Counter, Histogram, type Registry } from 'prom-client'
import { type BusinessEvent, observeBusiness } from '../signals/business-events.ts'
import { counter, gauge, histogram } from './definition.ts'
import { readLabelledGauge } from './read-gauge.ts'

export const businessDefinitions = {
  identifications: counter('goodword_identifications_total', 'Users identified for the first time.'),
  attributions: counter(
    'goodword_attributions_total',
    'Accounts attributed to a referral code (referrals started).',
  ),
  skipped: counter(
    'goodword_attributions_skipped_total',
    'Referral codes that did not attribute an account, by the reason on the timeline of the account.',
    ['reason'],
  ),
  conversions: counter('goodword_conversions_total', 'Referrals converted by a first payment.'),
  ended: counter('goodword_referrals_ended_total', 'Referrals ended by a cancellation.'),
  rewards: counter(
    'goodword_rewards_created_total',
    'Rewards created, by source (REFERRED, FRIEND_SIGNUP, MILESTONE, MANUAL) and type.',
    ['source', 'type'],
  ),
  redemptions: counter(
    'goodword_redemptions_total',
    'Redemptions of credit, by type of reward (CREDIT, TIME_CREDIT).',
    ['type'],
  ),
  decisions: histogram(
    'goodword_review_decision_seconds',
    'Time from the hold of a side of a referral to the decision of staff about it.',
  ),
  waiting: gauge(
    'goodword_reviews_waiting',
    'Referrals that wait for the decision of staff, in the whole database, by mode of the program (live, test); counted up to 10,000.',
    ['mode'],
  ),
  oldestWaiting: gauge(
    'goodword_review_oldest_age_seconds',
    'Time for which the referral that has waited longest for the decision of staff has waited, in the whole database, by mode; 0 if none waits.',
    ['mode'],
  ),
}

/** The referrals of live or of test programs that wait for staff. */
export type ReviewFigure = { readonly mode: Mode; readonly referrals: number; readonly oldestSeconds: number }

const HOUR = 3600
const DAY = 24 * HOUR
const reviewGauges = [
  [businessDefinitions.waiting, (it: ReviewFigure) => it.referrals],
  [businessDefinitions.oldestWaiting, (it: ReviewFigure) => it.oldestSeconds],
] as const

/** Seconds; the longest review period has 90 days. */
const DECISION_BUCKETS = [300, HOUR, 4 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY]

/**
 * Counts what happens to merchants' programs, and reads what waits for their staff at each scrape; null while it cannot be read.
 * No label names a tenant: their number has no limit. Returns a function that stops it.
 */
export function businessMetrics(
  registry: Registry,
  readReviews: () => Promise<readonly ReviewFigure[] | null>,
): () => void {
  const registers = [registry]
  for (const [definition, figureOf] of reviewGauges) {
    readLabelledGauge(registry, definition, readReviews, (figures) =>
      figures.map((it) => [{ mode: it.mode }, figureOf(it)]),
    )
  }
  const identifications = new Counter({ ...businessDefinitions.identifications, registers })
  const attributions = new Counter({ ...businessDefinitions.attributions, registers })
  const skipped = new Counter({ ...businessDefinitions.skipped, registers })
  const conversions = new Counter({ ...businessDefinitions.conversions, registers })
  const ended = new Counter({ ...businessDefinitions.ended, registers })
  const created = new Counter({ ...businessDefinitions.rewards, registers })
  const redeemed = new Counter({ ...businessDefinitions.redemptions, registers })

  const decisions = new Histogram({ ...businessDefinitions.decisions, buckets: DECISION_BUCKETS, registers })

  // A series that begins at zero shows its first increase as a rate.
  for (const type of rewardTypes) {
    for (const source of rewardSources) created.inc({ source, type }, 0)
  }
  for (const type of creditTypes) redeemed.inc({ type }, 0)

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
      case 'held side decided':
        return decisions.observe(event.waitedMs / 1000)
    }
  })
}
