import type { PublishedOutcome } from '@goodword/domain/referrals/outcome'
import { Type } from 'typebox'
import { referralStatus } from '../accounts/account.ts'
import { Bill, exampleBill, exampleMendedBill } from '../billing/bill.ts'
import { exampleSubscriptionDiscount, SubscriptionDiscount } from '../billing/subscription-discount.ts'
import { exampleReferrerReward } from '../frame/examples.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { credit, nullable, recordId, time } from '../frame/values.ts'
import { moderationStatus } from '../referrals/referral.ts'
import { creditUnit, Reward } from '../rewards/reward.ts'
import { envelopeOf, webhookEvent } from './event-envelope.ts'

/** The data of all events about a referral. */
const ReferralData = Type.Object(
  {
    id: recordId('ID of the referral.'),
    referralCodeUsed: Type.String({ description: 'The code that was used, in upper case.' }),
    status: referralStatus('`IN_PROGRESS` means attributed but not yet converted.'),
    referringAccountId: Type.String({ description: 'Your ID for the referrer’s account.' }),
    referrerUserId: Type.String({ description: 'Your ID for the referrer.' }),
    referredAccountId: Type.String({ description: 'Your ID for the friend’s account.' }),
    referredUserId: nullable(
      Type.String({ description: 'Your ID for the first identified user of the friend’s account, or null.' }),
    ),
    referrerModerationStatus: moderationStatus('Moderation status of the referrer’s side.'),
    referredModerationStatus: moderationStatus('Moderation status of the friend’s side.'),
    dateReferralStarted: time('When the friend’s account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  { title: 'ReferralData', description: 'A referral, without personal data.' },
)
type ReferralData = ShapeOf<typeof ReferralData>

export const exampleReferralData: ReferralData = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  referralCodeUsed: 'BOBT4K9QX',
  status: 'IN_PROGRESS',
  referringAccountId: 'acct_bob',
  referrerUserId: 'user_bob',
  referredAccountId: 'acct_carol',
  referredUserId: 'user_carol',
  referrerModerationStatus: 'APPROVED',
  referredModerationStatus: 'APPROVED',
  dateReferralStarted: 1_780_000_000_000,
  dateConverted: null,
  dateReferralEnded: null,
}

/** The data of the events about a block. */
const AccountBlockData = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID for the account.' }),
    dateBlocked: nullable(time('When the account was blocked; null after it was unblocked.')),
  },
  {
    title: 'AccountBlockData',
    description: 'A block of an account, without the reason that was given for it.',
  },
)

/**
 * Every type of event by its name, in the order in which the reference shows them: deliveries to webhooks, `GET events`, the reference
 * and the clients come from it.
 */
export const webhookEvents = {
  'user.created': webhookEvent({
    summary: 'A user was created',
    description: 'A user was identified for the first time.',
    forStaff: 'A person was seen for the first time',
    exampleReason: 'IDENTIFIED',
    data: Type.Object(
      {
        accountId: Type.String({ description: 'Your ID for the user’s account.' }),
        userId: Type.String({ description: 'Your ID for the user.' }),
        referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
        dateCreated: time('When the user was created.'),
      },
      { title: 'UserCreatedData', description: 'A user, without personal data.' },
    ),
    example: {
      accountId: 'acct_bob',
      userId: 'user_bob',
      referralCode: 'BOBT4K9QX',
      dateCreated: 1_779_913_600_000,
    },
  }),
  'referral.started': webhookEvent({
    summary: 'A referral started',
    description:
      'An account was attributed to a referrer. `accountId` of `GET events` is the friend’s account.',
    forStaff: 'A friend signed up with a link or code',
    exampleReason: 'EXPLICIT_CODE',
    data: ReferralData,
    example: exampleReferralData,
  }),
  'referral.converted': webhookEvent({
    summary: 'A referral converted',
    description: 'The referred account paid for the first time, which unlocks the rewards.',
    forStaff: 'A friend paid for the first time',
    exampleReason: 'FIRST_PAYMENT',
    data: ReferralData,
    example: { ...exampleReferralData, status: 'CONVERTED', dateConverted: 1_781_209_600_000 },
  }),
  'referral.ended': webhookEvent({
    summary: 'A referral ended',
    description: 'The referred account cancelled. Both sides’ percentages end; credits that were given stay.',
    forStaff: 'A friend cancelled',
    exampleReason: 'SUBSCRIPTION_CANCELLED',
    data: ReferralData,
    example: {
      ...exampleReferralData,
      status: 'ENDED',
      dateConverted: 1_781_209_600_000,
      dateReferralEnded: 1_786_000_000_000,
    },
  }),
  'referral.moderated': webhookEvent({
    summary: 'A side of a referral was moderated',
    description:
      'The moderation status of a side changed: by staff, by a fraud rule, or because a payment was confirmed.',
    forStaff: 'A reward of a referral was approved, denied or put on hold',
    exampleReason: 'STAFF_PENDED',
    data: ReferralData,
    example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
  }),
  'referral.appealed': webhookEvent({
    summary: 'A referrer wrote about a referral that is checked',
    description:
      'The referrer used the link of the notice. `GET referrals/{referralId}/review` has what they wrote.',
    forStaff: 'A referrer wrote about a referral that is checked',
    exampleReason: 'APPEALED',
    data: ReferralData,
    example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
  }),
  'referral.overdue': webhookEvent({
    summary: 'A referral waits for your staff longer than the program says',
    description:
      'A side has waited for `reviewDays`, and `reviewEnds` is `KEEP`: it waits on. Sent once for each time that the referral is held.',
    forStaff: 'A referral waits for a decision longer than the program says',
    exampleReason: 'REVIEW_OVERDUE',
    data: ReferralData,
    example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
  }),
  'reward.created': webhookEvent({
    summary: 'A reward was created',
    description:
      'A reward was created; it may still be `PENDING`. A friend’s credit takes effect at the conversion, when its `reward.balance.changed` follows.',
    forStaff: 'A person got a reward',
    exampleReason: 'CONVERTED',
    data: Reward,
    example: exampleReferrerReward,
  }),
  'reward.cancelled': webhookEvent({
    summary: 'A reward was cancelled',
    description:
      'What was not redeemed of a reward was cancelled, because the referral ended, by moderation, or manually.',
    forStaff: 'A reward was cancelled',
    exampleReason: 'REFERRAL_ENDED',
    data: Reward,
    example: { ...exampleReferrerReward, statuses: ['CANCELLED'], dateCancelled: 1_786_000_000_000 },
  }),
  'reward.redeemed': webhookEvent({
    summary: 'Credit was redeemed',
    description:
      'Credit was redeemed with `POST credit/redeem`, or taken off a bill by the payment processor.',
    forStaff: 'Credit was redeemed',
    exampleReason: 'REDEEMED',
    data: Type.Object(
      {
        accountId: Type.String({ description: 'Your ID for the account.' }),
        redemptionId: nullable(
          Type.String({ description: 'The `redemptionId` of `POST credit/redeem`; null for a bill.' }),
        ),
        unit: creditUnit('The unit of the credit.'),
        creditRedeemed: credit('The redeemed amount.'),
        creditAvailable: credit('What the account has of the unit now.'),
      },
      { title: 'RewardRedeemedData', description: 'Credit that was redeemed in one go.' },
    ),
    example: {
      accountId: 'acct_carol',
      redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d55',
      unit: 'EUR',
      creditRedeemed: 200,
      creditAvailable: 300,
    },
  }),
  'reward.balance.changed': webhookEvent({
    summary: 'A balance changed',
    description:
      'Credit of an account was given, redeemed, cancelled or restored, or reserved for a bill. Several changes soon after each other are one event. The passing of time alone, such as an expiry or the end of a hold, is no event.',
    forStaff: 'The balance of a person changed',
    exampleReason: 'REDEEMED',
    data: Type.Object(
      {
        accountId: Type.String({ description: 'Your ID for the account.' }),
        unit: creditUnit('The unit of the credit.'),
        available: credit('What the account has of the unit now.'),
      },
      { title: 'RewardBalanceChangedData', description: 'The balance of a unit.' },
    ),
    example: { accountId: 'acct_carol', unit: 'EUR', available: 300 },
  }),
  'account.blocked': webhookEvent({
    summary: 'An account was blocked',
    description:
      'The account’s codes attribute no new accounts, and its referrals in progress are held. A `referral.moderated` follows for each of them.',
    forStaff: 'An account was blocked',
    exampleReason: 'BLOCKED_BY_HAND',
    data: AccountBlockData,
    example: { accountId: 'acct_bob', dateBlocked: 1_786_000_000_000 },
  }),
  'account.unblocked': webhookEvent({
    summary: 'An account was unblocked',
    description:
      'The account’s codes work again. A `referral.moderated` follows for each referral that is released, and a `reward.created` for each reward.',
    forStaff: 'An account was unblocked',
    exampleReason: 'UNBLOCKED_BY_HAND',
    data: AccountBlockData,
    example: { accountId: 'acct_bob', dateBlocked: null },
  }),
  'discount.changed': webhookEvent({
    summary: 'A discount changed',
    description: 'The discount of the next bill was set, changed or removed at the payment processor.',
    forStaff: 'A discount changed at the payment processor',
    exampleReason: 'DISCOUNT_SET',
    data: SubscriptionDiscount,
    example: exampleSubscriptionDiscount,
  }),
  'discount.drifted': webhookEvent({
    summary: 'A discount was changed at the payment processor',
    description:
      'The discount of the next bill was changed or removed at the payment processor by someone else, and is corrected: `discount.changed` follows.',
    forStaff: 'A discount was changed by hand at the payment processor',
    exampleReason: 'CHANGED_AT_PROCESSOR',
    data: SubscriptionDiscount,
    example: { ...exampleSubscriptionDiscount, actualAmount: 0, state: 'PENDING' },
  }),
  'discount.failed': webhookEvent({
    summary: 'A discount could not be set',
    description:
      'The payment processor did not accept the discount of the next bill. It is tried again; the event comes once until a change succeeds or fails for another reason.',
    forStaff: 'A discount could not be set at the payment processor',
    exampleReason: 'DISCOUNT_REJECTED',
    data: SubscriptionDiscount,
    example: {
      ...exampleSubscriptionDiscount,
      actualAmount: 0,
      state: 'FAILED',
      reason: 'DISCOUNT_MISSING',
    },
  }),
  'bill.wrong': webhookEvent({
    summary: 'A bill had a wrong discount',
    description:
      'A bill was made with another discount than it should have had, such as one that was removed at the payment processor by hand.',
    forStaff: 'A bill had a wrong discount',
    exampleReason: 'DISCOUNT_MISSING',
    data: Bill,
    example: exampleBill,
  }),
  'bill.mended': webhookEvent({
    summary: 'A bill was mended',
    description:
      'What a customer paid too much for a bill was given back. The refund of a friend’s first bill, which was made before the discount was set, is one.',
    forStaff: 'What was paid too much for a bill was refunded',
    exampleReason: 'REFUNDED',
    data: Bill,
    example: exampleMendedBill,
  }),
  'connection.broken': webhookEvent({
    summary: 'The connection to the payment processor broke',
    description:
      'The payment processor rejected the credentials. No discount is changed until new ones are sent with `PUT connection`. Comes once until a call succeeds again.',
    forStaff: 'The payment processor rejects the connection',
    exampleReason: 'CREDENTIALS_REJECTED',
    data: Type.Object(
      {
        state: Type.Literal('BROKEN', { description: 'State of the connection.' }),
        message: Type.String({ description: 'What went wrong and what to do about it.' }),
      },
      { title: 'ConnectionBrokenData', description: 'A connection that does not work.' },
    ),
    example: {
      state: 'BROKEN',
      message:
        'The payment processor rejected the credentials of the connection. Send new ones with PUT connection.',
    },
  }),
  'export.completed': webhookEvent({
    summary: 'An export has ended',
    description: 'An export is done, or has failed: `GET exports/{id}` says which, and has the link.',
    forStaff: 'An export is ready or has failed',
    exampleReason: 'EXPORT_COMPLETED',
    data: Type.Object(
      { id: recordId('ID of the export.') },
      { title: 'ExportCompletedData', description: 'An export that has ended.' },
    ),
    example: { id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70' },
  }),
  test: webhookEvent({
    summary: 'A test',
    description: 'Sent on request, to try out a webhook.',
    forStaff: 'Sent by hand, to try out the webhook',
    exampleReason: 'TEST_REQUESTED',
    data: Type.Object(
      { message: Type.String({ description: 'A sentence.' }) },
      { title: 'TestData', description: 'A test.' },
    ),
    example: { message: 'A test event was requested.' },
  }),
} as const satisfies Partial<Record<PublishedOutcome, unknown>>

export type WebhookEventType = keyof typeof webhookEvents
type EventData<Name extends WebhookEventType> = (typeof webhookEvents)[Name]['data']
export type DataOf<Name extends WebhookEventType> = ShapeOf<EventData<Name>>

// The keys of the table are the names of the types.
export const webhookEventTypes = Object.keys(webhookEvents) as readonly WebhookEventType[]

export function isWebhookEventType(type: string): type is WebhookEventType {
  return Object.hasOwn(webhookEvents, type)
}

/** The name of an envelope, such as `ReferralStartedEvent`. */
export function eventTitle(type: WebhookEventType): string {
  const words = type.split('.').map((it) => it.charAt(0).toUpperCase() + it.slice(1))
  return `${words.join('')}Event`
}

/** The schema of the envelope of one type. */
export function envelopeSchema<Name extends WebhookEventType>(type: Name) {
  const { description, data } = webhookEvents[type]
  return envelopeOf(type, eventTitle(type), description, data as EventData<Name>)
}

type Envelopes = { [Name in WebhookEventType]: ShapeOf<ReturnType<typeof envelopeSchema<Name>>> }

/** An event as it is delivered, and as `GET events` returns it. */
export const EventEnvelope = Type.Unsafe<Envelopes[WebhookEventType]>(
  Type.Union(
    webhookEventTypes.map((it) => envelopeSchema(it)),
    { title: 'EventEnvelope', description: 'Something that happened. `type` says what `data` is.' },
  ),
)
export type EventEnvelope = Envelopes[WebhookEventType]
