import { kept, merchant, ours, type PersonalData, personal } from './treatment.ts'

/** The personal data in the tables of events, webhooks, e-mails, exports, statistics and reports of payments. */
export const outwardData = {
  event_feed: ours('last_position', 'removed_position'),
  event_outbox: ours('id', 'event_ids', 'queued_at'),
  export: {
    ...ours('id', 'kind', 'format', 'created_from', 'created_to', 'state', 'walk', 'position', 'row_count'),
    ...ours('byte_count', 'created_at', 'expires_at'),
  },
  export_part: {
    ...ours('export_id', 'walk', 'starts_at_byte', 'byte_count'),
    // A copy of rows that are read themselves, or of rows of an import that were rejected, which are kept as long as its errors.
    body: personal(
      'part of an exported file, or of the rejected rows of an import',
      { when: 'EXPORTS', how: 'deleted' },
      { read: null, retention: 'exports' },
    ),
  },
  fraud_simulation: ours('id', 'asked', 'state', 'position', 'until', 'sums', 'created_at', 'expires_at'),
  invitation: {
    ...ours('id', 'account_id', 'user_id', 'created_at'),
    address: personal(
      'the e-mail address of a friend',
      { when: 'at once', how: 'deleted' },
      { read: 'invitations', retention: 'invitations' },
    ),
    address_hash: personal(
      'a keyed hash of the address of a friend',
      { when: 'at once', how: 'deleted' },
      { read: null },
    ),
  },
  invited_address: {
    ...ours('invitation_id', 'invited_at'),
    address_hash: kept(
      'a keyed hash of an address that was invited',
      'the address is invited once in 12 months, whoever asks for it',
      { read: null },
    ),
  },
  // Subjects, texts and addresses are not stored.
  mail: {
    ...ours('id', 'kind', 'subject', 'account_id', 'user_id', 'referral_id', 'reward_id', 'state'),
    ...ours('ends_at', 'reason', 'reply_code', 'attempts', 'due_at', 'created_at', 'finished_at'),
  },
  reported_bill: {
    ...ours('id', 'account_id', 'day', 'billed_at', 'currency', 'price_minor', 'discount_minor'),
    ...ours('next_bill_date', 'interval_unit', 'interval_count', 'next_discount_minor'),
    subscription_id: personal(
      'the merchant’s ID of a subscription that was billed',
      { when: 'PROCESSOR', how: 'deleted' },
      { read: null },
    ),
    customer_id: personal(
      'the customer that was billed',
      { when: 'PROCESSOR', how: 'deleted' },
      { read: null },
    ),
  },
  // References of the merchant's are kept as hashes.
  payment_reversal: {
    ...ours('account_id', 'kind', 'reference_hash', 'amount_minor', 'currency', 'happened_at', 'effect'),
    ...ours('reported_at', 'payment_hash'),
  },
  friend_payment: {
    ...ours('id', 'account_id', 'reference_hash', 'is_reported', 'paid_at', 'currency', 'paid_minor'),
    ...ours('refunded_minor', 'is_reversed', 'period_months', 'period_days', 'referral_id'),
    ...ours('referrer_account_id', 'given_minor', 'taken_minor', 'debt_minor', 'expired_minor'),
    ...ours('denied_at', 'seen_at'),
  },
  mail_sweep: ours('expiring_until'),
  page_link: {
    ...ours('id', 'language', 'token_hash', 'created_at', 'expires_at'),
    address: personal(
      'an address that somebody asked for a link to the hosted page with, until an hour later',
      { when: 'at once', how: 'deleted' },
      { read: null },
    ),
  },
  // Of the address that was proved only a keyed hash.
  page_session: ours('token_hash', 'user_id', 'address_hash', 'created_at', 'expires_at'),
  mail_unsubscribe: {
    ...ours('kind', 'created_at'),
    address_hash: kept(
      'a keyed hash of an address that unsubscribed',
      'an address that unsubscribed gets no e-mails when its person comes back after an erasure',
      { read: null },
    ),
  },
  // `data` has keys of ours, amounts and times; IDs of the merchant are looked up when it is read.
  published_event: {
    ...ours('position', 'event_id', 'type', 'reason', 'account_id', 'data', 'created_at', 'published_at'),
  },
  statistic_click: ours('bucket_at', 'user_id', 'medium', 'clicks', 'visitors'),
  statistic_count: ours('generation', 'period', 'start', 'metric', 'key', 'amount'),
  statistic_flag: ours('referral_id', 'rule', 'is_shadow', 'flagged_at', 'referrer_state', 'referred_state'),
  statistic_generation: {
    ...ours('generation', 'time_zone', 'state', 'is_complete', 'events_until', 'entries_until'),
    ...ours('payments_until', 'clicks_until', 'buckets_until', 'flags_until'),
  },
  statistic_referrer: {
    ...ours('generation', 'user_id', 'period', 'start', 'clicks', 'visitors', 'attributed'),
    ...ours('converted', 'ended'),
  },
  statistic_visitor: {
    ...ours('day'),
    visitor: kept('a hash of a visitor', 'it is deleted after its day, and its salt is forgotten', {
      read: null,
    }),
  },
  webhook_attempt: {
    // The body of a request is made again when it is read.
    ...ours('delivery_id', 'id', 'started_at', 'duration_ms', 'status', 'error', 'request'),
    response: personal(
      'what a webhook receiver of the merchant answered',
      { when: 'DELIVERIES', how: 'cleared' },
      { read: null, retention: 'deliveries' },
    ),
  },
  webhook_delivery: {
    ...ours('id', 'receiver_id', 'event_id', 'position', 'type', 'state', 'attempts', 'next_attempt_at'),
    ...ours('created_at'),
  },
  webhook_receiver: {
    ...merchant(
      'id',
      'url',
      'types',
      'description',
      'includes_personal_data',
      'disabled_reason',
      'secret_box',
    ),
    ...merchant('previous_secret_box', 'previous_secret_until', 'rotated_at', 'failing_since', 'created_at'),
  },
} as const satisfies Partial<PersonalData>
