import type { Destination as SentTo } from '@goodword/sandbox/model/notification'

/** The kinds of notification that are sent. */
export const notificationKinds = [
  'check',
  'dispute_accepted',
  'dispute_disputed',
  'dispute_expired',
  'dispute_lost',
  'dispute_opened',
  'dispute_under_review',
  'dispute_won',
  'subscription_billing_skipped',
  'subscription_canceled',
  'subscription_charged_successfully',
  'subscription_charged_unsuccessfully',
  'subscription_expired',
  'subscription_trial_ended',
  'subscription_went_active',
  'subscription_went_past_due',
] as const

export type NotificationKind = (typeof notificationKinds)[number]

export type Destination = SentTo & {
  /** Null: all kinds. */
  readonly kinds: readonly NotificationKind[] | null
}
