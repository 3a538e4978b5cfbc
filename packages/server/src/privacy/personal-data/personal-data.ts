import { fraudData } from './fraud-data.ts'
import { importedData } from './imported-data.ts'
import { outwardData } from './outward-data.ts'
import { staffData } from './staff-data.ts'
import { kept, merchant, ours, type PersonalData, personal } from './treatment.ts'

const user = { read: 'user' } as const
const cleared = { when: 'at once', how: 'cleared' } as const
const replaced = { when: 'at once', how: 'replaced' } as const
const proof = (what: string) =>
  kept(what, 'it proves what was paid and given back, once, and holds no personal data', { read: null })

/**
 * Every column of the schema, and what it means for the people of accounts. A column that is not listed does not compile, and
 * fails a test that reads the catalog. To add one, say what it holds:
 *
 * - `...ours('id', 'created_at')` for keys, times, states and amounts;
 * - `...merchant('name')` for what is about the merchant alone;
 * - `name: personal('what it is', { when, how }, { read })` for personal data: `when` is `at once` or the step of the job that
 *   erases it (carry-out-erasure.ts), `read` the section of `GET …/data` that shows it (data-sections.ts);
 * - `name: kept('what it is', 'why it stays', { read })` for what refers to a person and is not erased.
 */
export const personalData: PersonalData = {
  ...fraudData,
  ...importedData,
  ...outwardData,
  ...staffData,
  account: {
    ...ours('id', 'currency', 'value_minor', 'billing_interval_type', 'billing_interval_value'),
    ...ours('subscription_status', 'browser_paid', 'paid_at', 'created_at', 'blocked_at'),
    ...ours('paid_on_page', 'has_confirmed_users'),
    blocked_reason: personal('why staff blocked the account', cleared, { read: 'account' }),
    // Of an account without other people: a company that goes on with others keeps its ID.
    external_id: personal('the merchant’s ID of the account', replaced, { read: 'account' }),
    claimed_provider_id: personal('the customer that a browser named', cleared, { read: 'account' }),
    provider_id: personal(
      'the customer at the payment processor',
      { when: 'PROCESSOR', how: 'replaced' },
      { read: 'account' },
    ),
  },
  account_identity: ours('account_id', 'root'),
  api_key: {
    ...merchant('id', 'tenant_id', 'key_hash', 'last_four', 'scopes', 'created_at', 'expires_at'),
    ...merchant('revoked_at', 'last_used_at', 'replaced_by'),
    // The name of the key in the portal.
    ...merchant('name'),
  },
  // Operators and staff, not people of accounts; `subject` and `details` have IDs of ours and settings.
  audit_entry: {
    ...merchant('id', 'actor', 'action', 'subject', 'details', 'address', 'user_agent', 'created_at'),
    ...merchant('sequence', 'previous_hash', 'hash'),
  },
  audit_head: merchant('sequence', 'previous_hash', 'hash'),
  click: {
    ...ours('id', 'user_id', 'ahead_ms'),
    clicked_at: personal(
      'when the person’s link was followed',
      { when: 'CLICKS', how: 'deleted' },
      { read: 'clicks', retention: 'clicks' },
    ),
    via: personal(
      'where the person shared the link',
      { when: 'CLICKS', how: 'deleted' },
      { read: 'clicks', retention: 'clicks' },
    ),
    // Another person's: it is made with a salt that is forgotten after a day, so it identifies no person.
    visitor: personal(
      'a hash of the visitor',
      { when: 'CLICKS', how: 'deleted' },
      { read: null, retention: 'clicks' },
    ),
  },
  click_salt: ours('day', 'salt'),
  closing_balance: ours('account_id', 'reward_source', 'reward_type', 'unit', 'amount', 'until'),
  credit_reservation: {
    ...ours('id', 'account_id', 'cycle', 'bill_date', 'currency', 'percentage_minor', 'parts', 'changes'),
    ...ours('bill_at', 'is_open', 'claimed_minor', 'claimed_until', 'created_at'),
    subscription_id: personal(
      'the subscription at the payment processor',
      { when: 'PROCESSOR', how: 'replaced' },
      { read: 'creditReservations' },
    ),
  },
  custom_domain: merchant('host', 'tenant_id', 'created_at'),
  domain_claim: merchant(
    ...(['tenant_id', 'host', 'token', 'created_at', 'checked_at', 'problem'] as const),
    ...(['verified_at', 'seen_at'] as const),
    ...(['missing_since', 'lost_at', 'next_check_at'] as const),
  ),
  entry: ours(
    ...(['id', 'account_id', 'reward_id', 'source', 'kind', 'reward_source', 'reward_type'] as const),
    ...(['unit', 'amount', 'effective_at', 'created_at'] as const),
  ),
  entry_outbox: ours('id', 'entry_ids', 'queued_at'),
  erased_mark: ours('mark', 'kind', 'user_id', 'replacement', 'erased_at'),
  erasure: {
    ...ours('user_id', 'account_id', 'with_account', 'requested_at', 'finished_at'),
    // Encrypted, and gone when the job is done.
    wanted_box: ours('wanted_box').wanted_box,
  },
  event: {
    ...ours('id', 'account_id', 'referring_account_id', 'type', 'reason', 'actor', 'user_id'),
    ...ours(
      'referral_id',
      'reward_id',
      'created_at',
      'before_minor',
      'after_minor',
      'currency',
      'resource_id',
    ),
    note: personal('what staff wrote about the account, or its former and new customer', cleared, {
      read: 'events',
    }),
    // Staff or a key.
    ...merchant('author'),
    code: personal('a code that a call named', { when: 'EVENTS', how: 'replaced' }, { read: 'events' }),
    subject: personal(
      'the same code, to keep the event once',
      { when: 'EVENTS', how: 'replaced' },
      { read: null },
    ),
  },
  idempotent_request: {
    ...ours('leased_until', 'status', 'created_at'),
    key: personal(
      'the key that the merchant chose for a request',
      { when: 'ANSWERS', how: 'deleted' },
      { read: 'idempotentAnswers', retention: 'answers' },
    ),
    request_hash: personal(
      'a hash of the request',
      { when: 'ANSWERS', how: 'deleted' },
      { read: null, retention: 'answers' },
    ),
    answer: personal(
      'the answer to a request about the person',
      { when: 'ANSWERS', how: 'deleted' },
      { read: 'idempotentAnswers', retention: 'answers' },
    ),
  },
  // Origins of websites, and counts.
  integration_activity: merchant('kind', 'origin', 'first_seen_at', 'last_seen_at', 'seen'),
  job: {
    ...ours('id', 'kind', 'state', 'changed_at', 'due_at', 'lease', 'leased_until', 'attempts', 'last_error'),
    ...ours('trace_parent'),
    subject: personal(
      'an account or customer that a job is about',
      { when: 'PROCESSOR', how: 'deleted' },
      { read: null },
    ),
  },
  merchant: merchant('id', 'name', 'created_at'),
  account_user: {
    ...ours('id', 'account_id', 'browser_seen_at', 'created_at', 'email_claimed', 'email_trusted'),
    ...ours('confirmed'),
    external_id: personal('the merchant’s ID of the user', replaced, user),
    code: personal('the referral code, often a name', replaced, user),
    email: personal('the e-mail address', cleared, user),
    email_key: personal('the e-mail address as fraud rules compare it', cleared, user),
    first_name: personal('the first name', cleared, user),
    last_name: personal('the last name', cleared, user),
    locale: personal('the language of the person’s e-mails', cleared, user),
    weighed_cookie: personal('the code of the tracking cookie, another person’s', cleared, user),
    search_name: personal('the name to search by', cleared, user),
    search_last_name: personal('the last name to search by', cleared, user),
    search_email: personal('the e-mail address to search by', cleared, user),
    leaderboard_since: personal('when they agreed to be shown on the leaderboard', cleared, user),
  },
  processor_connection: {
    ...merchant('id', 'public_key', 'credentials_box', 'calls_made', 'hook_mark', 'removal_leaves_discounts'),
    ...merchant('processor', 'merchant_id', 'missing_setup', 'setup_checked_at', 'connected_at', 'calls_day'),
    ...merchant('environment', 'last_error_code', 'last_error_message', 'last_error_at', 'daily_call_budget'),
    ...merchant('last_call_at', 'removal_requested_at', 'notifications_until', 'notifications_read_at'),
    ...merchant('discounts_changed_at'),
  },
  processor_customer: {
    ...ours('account_id', 'bound_at', 'missing_since'),
    customer_id: personal(
      'the customer at the payment processor',
      { when: 'PROCESSOR', how: 'replaced' },
      { read: 'processorCustomers' },
    ),
  },
  processor_bill: {
    ...ours('id', 'account_id', 'subscription', 'period_start', 'billed_at', 'currency', 'price_minor'),
    ...ours('expected_minor', 'actual_minor', 'charged_minor', 'refunded_minor', 'state', 'finding'),
    ...ours('resolution', 'seen_at', 'changed_at', 'period_months', 'period_days', 'counted', 'is_voided'),
    ...ours('tax_minor', 'taxed_minor', 'is_disputed'),
    transaction_id: proof('the payment at the processor'),
    refunds: proof('what was given back of the payment at the processor'),
  },
  processor_effect: {
    ...ours('kind', 'source', 'amount_minor', 'currency', 'state', 'created_at', 'finished_at'),
    target: proof('the refunded payment at the processor'),
    result: proof('the refund at the processor'),
  },
  processor_payment: {
    ...ours('account_id', 'currency', 'paid_at', 'charged_minor', 'refunded_minor', 'discount_minor'),
    ...ours('counted_charged_minor', 'counted_refunded_minor', 'counted_discount_minor', 'changed_at'),
    ...ours('referring_user_id'),
    payment_id: proof('a payment at the processor, or a bill of ours that came to nothing'),
  },
  processor_notification: {
    ...ours('id', 'connection_id', 'payload_hash', 'kind', 'sent_at', 'received_at'),
    ...ours('processed_at', 'outcome'),
    subscription_id: personal(
      'the subscription that a notification is about',
      { when: 'PROCESSOR', how: 'cleared' },
      { read: 'notifications', retention: 'notifications' },
    ),
    customer_id: personal(
      'the customer that a notification is about',
      { when: 'PROCESSOR', how: 'cleared' },
      { read: 'notifications', retention: 'notifications' },
    ),
    payment_id: personal(
      'the payment that a notification is about',
      { when: 'PROCESSOR', how: 'cleared' },
      { read: 'notifications', retention: 'notifications' },
    ),
    payload: personal(
      'the notification as it was sent, with what the processor knows of its customer',
      { when: 'NOTIFICATIONS', how: 'cleared' },
      { read: 'notifications', retention: 'payloads' },
    ),
  },
  processor_notification_kind: ours('connection_id', 'kind', 'last_seen_at'),
  processor_subscription: {
    ...ours('id', 'account_id', 'is_live', 'came_with_discount', 'currency', 'next_bill_date', 'look_at'),
    ...ours('expected_minor', 'actual_minor', 'is_listed', 'state', 'reason', 'checked_at', 'look_class'),
    ...ours('bill_count', 'price_minor', 'balance_minor', 'bills_from', 'behind_since', 'read_mark'),
    ...ours('has_discount', 'is_price_known', 'own_writes'),
    subscription_id: personal(
      'the subscription at the payment processor',
      { when: 'PROCESSOR', how: 'replaced' },
      { read: 'processorSubscriptions' },
    ),
    customer_id: personal(
      'the customer at the payment processor',
      { when: 'PROCESSOR', how: 'replaced' },
      { read: 'processorSubscriptions' },
    ),
  },
  program: merchant('version', 'settings', 'updated_at', 'had_milestones'),
  redemption: {
    ...ours('id', 'account_id', 'unit', 'amount', 'available', 'created_at'),
    request_key: personal(
      'the key that the merchant chose for the request',
      { when: 'REQUEST_KEYS', how: 'replaced' },
      { read: 'redemptions' },
    ),
  },
  referral: {
    ...ours('id', 'status', 'referred_account_id', 'referred_user_id', 'referring_account_id'),
    ...ours('referring_user_id', 'referred_moderation', 'referred_moderated_by'),
    ...ours('referrer_moderation', 'referrer_moderated_by', 'signals', 'facts', 'started_at'),
    ...ours('converted_at', 'ended_at', 'unconfirmed_at', 'referred_moderated_at', 'referrer_moderated_at'),
    ...ours('from_page', 'unconfirmed_user_id', 'is_replaced', 'outstanding_until', 'review_since'),
    ...ours('possible_rules', 'likely_rules', 'appealed_at', 'reminded_at'),
    ...ours('at_stake_minor', 'reviewed_at', 'review_waited_ms', 'is_by_hand', 'channel', 'link_seen_at'),
    // Names of staff and of API keys, and reasons of rules.
    ...merchant('referred_moderated_as', 'referrer_moderated_as'),
    code: personal(
      'the code that the friend used',
      { when: 'TRACKING', how: 'replaced' },
      { read: 'referrals' },
    ),
  },
  referral_code: {
    ...ours('account_id', 'user_id', 'disabled_at', 'expires_at', 'created_at'),
    code: personal('a referral code, often a name', replaced, { read: 'codes' }),
  },
  reward: {
    ...ours('id', 'account_id', 'user_id', 'referral_id', 'source', 'type', 'unit', 'amount'),
    ...ours('months', 'redeemed', 'reserved', 'created_at', 'scheduled_for', 'given_at', 'expires_at'),
    ...ours('bills_after', 'bills_left', 'cancelled_at', 'cancellations', 'redeemed_at', 'milestone'),
    ...ours('milestone_lost_at', 'queue_position', 'months_left', 'turn_at'),
    ...ours('payment_key', 'taken_back', 'credit_months', 'credit_per_month'),
    request_key: personal(
      'the key that the merchant chose for the request',
      { when: 'REQUEST_KEYS', how: 'replaced' },
      { read: 'rewards' },
    ),
  },
  secret_key: merchant('id', 'mark', 'secret_box', 'changed_at'),
  signing_key: merchant('id', 'tenant_id', 'secret_box', 'created_at', 'revoked_at', 'expires_at'),
  tenant: merchant('id', 'merchant_id', 'mode', 'created_at', 'disabled_at'),
  test_clock: ours('ahead_ms', 'moving_from', 'moving_to'),
  test_data_erasure: merchant(
    'request_key',
    'state',
    'erased_rows',
    'requested_at',
    'emptied_at',
    'finished_at',
  ),
  usual_fact: ours('percentiles', 'counted_at'),
}
