import { channelAt } from '@goodword/domain/referrals/channel'
import type { OutcomeType } from '@goodword/domain/referrals/outcome'
import type { ReferralId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../../frame/context.ts'
import type { ZonedCalendar } from '../calendar.ts'
import { loadRawReferrals, type RawEvent, type RawReferral } from '../rows/raw-events.ts'
import type { Counts } from './counts.ts'

const countedTypes: readonly OutcomeType[] = [
  'user.created',
  'referral.started',
  'referral.link.seen',
  'referral.converted',
  'referral.ended',
]

export function isCountedEvent({ type }: Pick<RawEvent, 'type'>): boolean {
  return countedTypes.includes(type)
}

/** The referrals that events are about. */
export type ReferralFacts = ReadonlyMap<ReferralId, RawReferral>

/** Reads them for any number of events with one statement. */
export async function loadReferralFacts(
  tx: Transaction,
  events: readonly RawEvent[],
): Promise<ReferralFacts> {
  const ids = [...new Set(events.flatMap((it) => it.referral_id ?? []))]
  if (ids.length === 0) return new Map()
  return new Map((await loadRawReferrals(tx, ids)).map((it) => [it.id, it]))
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
  const channel = referral === undefined ? 'OTHER' : channelAt(tracedIn(referral), event.created_at)
  const referrer = referral?.referring_user_id
  switch (event.type) {
    case 'user.created':
      counts.add(day, 'IDENTIFIED', '', 1)
      return
    case 'referral.started':
      counts.add(day, 'ATTRIBUTED', referral?.channel ?? 'OTHER', 1)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { attributed: 1 })
      return
    case 'referral.link.seen':
      if (referral !== undefined) moveToLink(counts, calendar, referral, event.created_at)
      return
    case 'referral.converted':
      counts.add(day, 'CONVERTED', channel, 1)
      if (referral !== undefined) counts.addToCohort(calendar.dayOf(referral.started_at), day)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { converted: 1 })
      if (event.currency !== null) {
        counts.add(day, 'REPORTED', event.currency, event.after_minor ?? 0)
        counts.add(day, 'PRICED', event.currency, 1)
      }
      return
    case 'referral.ended':
      counts.add(day, 'ENDED', channel, 1)
      if (referrer !== undefined) counts.addToReferrer(referrer, day, { ended: 1 })
      return
    default:
  }
}

/** Moves the counts of the referral's events until then. Later events count for the share link at once: see `channelAt`. */
function moveToLink(counts: Counts, calendar: ZonedCalendar, referral: RawReferral, seenAt: number): void {
  const { channel, started_at: started, converted_at: converted, ended_at: ended } = referral
  const steps = [
    ['ATTRIBUTED', started],
    ['CONVERTED', converted !== null && converted < seenAt ? converted : null],
    ['ENDED', ended !== null && ended < seenAt ? ended : null],
  ] as const
  for (const [metric, at] of steps) {
    if (at === null) continue
    counts.add(calendar.dayOf(at), metric, channel, -1)
    counts.add(calendar.dayOf(at), metric, 'LINK', 1)
  }
}

function tracedIn({ channel, link_seen_at: linkSeenAt }: RawReferral) {
  return { channel, linkSeenAt }
}
