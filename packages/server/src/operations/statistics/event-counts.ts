import type { ReferralId } from '@goodword/domain/ids'
import type { OutcomeType, Reason } from '@goodword/domain/outcome'
import {
  loadRawReferrals,
  loadStartReasons,
  type RawEvent,
  type RawReferral,
} from '../../store/statistics/raw-events.ts'
import type { Transaction } from '../context.ts'
import type { ZonedCalendar } from './calendar.ts'
import type { Channel, Counts } from './counts.ts'

const countedTypes: readonly OutcomeType[] = [
  'user.created',
  'referral.started',
  'referral.converted',
  'referral.ended',
]

export function isCountedEvent({ type }: Pick<RawEvent, 'type'>): boolean {
  return countedTypes.includes(type)
}

/** What is known of the referrals that events are about. */
export type ReferralFacts = ReadonlyMap<ReferralId, RawReferral & { readonly channel: Channel }>

/** Reads it for any number of events with two statements. */
export async function loadReferralFacts(
  tx: Transaction,
  events: readonly RawEvent[],
): Promise<ReferralFacts> {
  const ids = [...new Set(events.flatMap((it) => it.referral_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await loadRawReferrals(tx, ids)
  const starts = new Map((await loadStartReasons(tx, rows)).map((it) => [it.referral_id, it.reason]))
  return new Map(rows.map((it) => [it.id, { ...it, channel: channelOf(starts.get(it.id)) }]))
}

/** Counts an event on the day on which it happened. */
export function countEvent(
  counts: Counts,
  calendar: ZonedCalendar,
  event: RawEvent,
  facts: ReferralFacts,
): void {
  const day = calendar.dayOf(event.created_at)
  const referral = event.referral_id === null ? undefined : facts.get(event.referral_id)
  const channel = referral?.channel ?? 'OTHER'
  const referrer = referral?.referring_participant_id
  switch (event.type) {
    case 'user.created':
      counts.add(day, 'IDENTIFIED', '', 1)
      return
    case 'referral.started':
      counts.add(day, 'ATTRIBUTED', channelOf(event.reason), 1)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { attributed: 1 })
      return
    case 'referral.converted':
      counts.add(day, 'CONVERTED', channel, 1)
      if (referral !== undefined) counts.addToCohort(calendar.dayOf(referral.started_at), day)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { converted: 1 })
      if (event.currency !== null) counts.add(day, 'REPORTED', event.currency, event.after_minor ?? 0)
      return
    case 'referral.ended':
      counts.add(day, 'ENDED', channel, 1)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { ended: 1 })
      return
    default:
  }
}

function channelOf(reason: Reason | undefined): Channel {
  switch (reason) {
    case 'TRACKING_COOKIE':
      return 'LINK'
    case 'EXPLICIT_CODE':
      return 'CODE'
    case 'COUPON_FIELD':
      return 'COUPON'
    case 'ATTRIBUTED_BY_HAND':
      return 'MANUAL'
    default:
      return 'OTHER'
  }
}
