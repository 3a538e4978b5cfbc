import { Type } from 'typebox'
import type { ShapeOf } from '../shape.ts'
import { accountBlocked } from './account-blocked.ts'
import { accountUnblocked } from './account-unblocked.ts'
import { billMended } from './bill-mended.ts'
import { billWrong } from './bill-wrong.ts'
import { connectionBroken } from './connection-broken.ts'
import { discountChanged } from './discount-changed.ts'
import { discountDrifted } from './discount-drifted.ts'
import { discountFailed } from './discount-failed.ts'
import { exportCompleted } from './export-completed.ts'
import { referralAppealed } from './referral-appealed.ts'
import { referralConverted } from './referral-converted.ts'
import { referralEnded } from './referral-ended.ts'
import { referralModerated } from './referral-moderated.ts'
import { referralOverdue } from './referral-overdue.ts'
import { referralStarted } from './referral-started.ts'
import { rewardBalanceChanged } from './reward-balance-changed.ts'
import { rewardCancelled } from './reward-cancelled.ts'
import { rewardCreated } from './reward-created.ts'
import { rewardRedeemed } from './reward-redeemed.ts'
import { testEvent } from './test-event.ts'
import { userCreated } from './user-created.ts'
import { envelopeOf, type WebhookEvent } from './webhook-event.ts'

/** Every type of event by its name, in the order in which the reference shows them. */
export const webhookEvents = {
  'user.created': userCreated,
  'referral.started': referralStarted,
  'referral.converted': referralConverted,
  'referral.ended': referralEnded,
  'referral.moderated': referralModerated,
  'referral.appealed': referralAppealed,
  'referral.overdue': referralOverdue,
  'reward.created': rewardCreated,
  'reward.cancelled': rewardCancelled,
  'reward.redeemed': rewardRedeemed,
  'reward.balance.changed': rewardBalanceChanged,
  'account.blocked': accountBlocked,
  'account.unblocked': accountUnblocked,
  'discount.changed': discountChanged,
  'discount.drifted': discountDrifted,
  'discount.failed': discountFailed,
  'bill.wrong': billWrong,
  'bill.mended': billMended,
  'connection.broken': connectionBroken,
  'export.completed': exportCompleted,
  test: testEvent,
} as const

export type WebhookEventType = keyof typeof webhookEvents
export type DataOf<Name extends WebhookEventType> = ShapeOf<(typeof webhookEvents)[Name]['data']>

// The keys of the table are the names of the types.
export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[]

export function isWebhookEventType(type: string): type is WebhookEventType {
  return Object.hasOwn(webhookEvents, type)
}

/** The envelope of one type, under a name such as `ReferralStartedEvent`. */
function envelope<Name extends WebhookEventType>(name: Name) {
  const { type, description, data } = webhookEvents[name]
  // A table entry has the type that it is listed under.
  return envelopeOf(type as Name, eventTitle({ type }), description, data as EventData<Name>)
}

type EventData<Name extends WebhookEventType> = (typeof webhookEvents)[Name]['data']

export function eventTitle({ type }: Pick<WebhookEvent, 'type'>): string {
  const words = type.split('.').map((it) => it.charAt(0).toUpperCase() + it.slice(1))
  return `${words.join('')}Event`
}

/** An event as it is delivered, and as `GET events` returns it. */
export const EventEnvelope = Type.Union(
  [
    envelope('user.created'),
    envelope('referral.started'),
    envelope('referral.converted'),
    envelope('referral.ended'),
    envelope('referral.moderated'),
    envelope('referral.appealed'),
    envelope('referral.overdue'),
    envelope('reward.created'),
    envelope('reward.cancelled'),
    envelope('reward.redeemed'),
    envelope('reward.balance.changed'),
    envelope('account.blocked'),
    envelope('account.unblocked'),
    envelope('discount.changed'),
    envelope('discount.drifted'),
    envelope('discount.failed'),
    envelope('bill.wrong'),
    envelope('bill.mended'),
    envelope('connection.broken'),
    envelope('export.completed'),
    envelope('test'),
  ],
  { title: 'EventEnvelope', description: 'Something that happened. `type` says what `data` is.' },
)
export type EventEnvelope = ShapeOf<typeof EventEnvelope>
