// Made from the migrated schema by `npm run generate`: change the migrations, or domain-types.ts.

import type { DiscountState, LookClass } from '@goodword/domain/bills/bill-discount'
import type { BillReason, BillState } from '@goodword/domain/bills/bill-states'
import type { OwnWrites } from '@goodword/domain/bills/own-writes'
import type { PaymentRefund } from '@goodword/domain/bills/processor-payment'
import type { ExportFormat, ExportKind, ExportState } from '@goodword/domain/files/export'
import type { ImportFormat, ImportKind, ImportMapping, ImportState } from '@goodword/domain/files/import'
import type { TestDataErasureState } from '@goodword/domain/files/test-data'
import type { FraudSignal } from '@goodword/domain/fraud/fraud'
import type { FraudFacts } from '@goodword/domain/fraud/fraud-facts'
import type { EvidenceKind } from '@goodword/domain/fraud/fraud-history'
import type { DomainProblem } from '@goodword/domain/hosts/host-claim'
import type { HostName } from '@goodword/domain/hosts/host-name'
import type { ShareMedium } from '@goodword/domain/hosts/share-link'
import type { CountedRule, SideState } from '@goodword/domain/moderation/flagged-rules'
import type { AskedSimulation, SimulationState, SimulationSums } from '@goodword/domain/moderation/simulation'
import type { ListedMailKind, MailReason, MailState, UnsubscribedKind } from '@goodword/domain/outbound/mail'
import type { AttemptError, DeliveryState, DisabledReason } from '@goodword/domain/outbound/webhook-retry'
import type { Moderation, ModerationStatus, ReferralStatus } from '@goodword/domain/referrals/account'
import type { Channel } from '@goodword/domain/referrals/channel'
import type { OutcomeType, Reason } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { SubscriptionStatus } from '@goodword/domain/referrals/subscription'
import type { Part } from '@goodword/domain/rewards/credit-reservation'
import type { EntryKind } from '@goodword/domain/rewards/ledger'
import type { RewardSource, RewardType } from '@goodword/domain/rewards/reward'
import type { Scope } from '@goodword/domain/staff/scope'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { AccountId, AccountKey, DeliveryId, EntryId, EventId, InvitationId, KeyId, MerchantId, Mode, ProviderId, ReceiverId, ReferralId, RewardId, StaffId, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import type { BillingIntervalType } from '@goodword/domain/values/interval'
import type { Currency } from '@goodword/domain/values/money'

/** The rows of each table as statements return them: times in milliseconds since the epoch, JSON parsed. */
export type Tables = {
  account: {
    id: AccountKey
    external_id: AccountId
    currency: Currency | null
    value_minor: number | null
    billing_interval_type: BillingIntervalType | null
    billing_interval_value: number | null
    subscription_status: SubscriptionStatus | null
    browser_paid: boolean
    provider_id: ProviderId | null
    claimed_provider_id: ProviderId | null
    paid_at: number | null
    created_at: number
    blocked_at: number | null
    blocked_reason: string | null
    paid_on_page: boolean
    has_confirmed_users: boolean
  }
  account_identity: {
    account_id: AccountKey
    root: AccountKey | null
  }
  account_user: {
    id: UserKey
    account_id: AccountKey
    external_id: UserId
    code: ReferralCode
    email: string | null
    email_key: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
    browser_seen_at: number | null
    weighed_cookie: ReferralCode | null
    created_at: number
    search_name: string | null
    search_last_name: string | null
    search_email: string | null
    email_claimed: boolean
    email_trusted: boolean
    confirmed: boolean
    leaderboard_since: number | null
  }
  api_key: {
    id: KeyId
    tenant_id: TenantId
    key_hash: Buffer
    last_four: string
    scopes: Scope[]
    created_at: number
    expires_at: number | null
    revoked_at: number | null
    last_used_at: number | null
    name: string | null
    replaced_by: KeyId | null
  }
  audit_entry: {
    id: string
    actor: string
    action: string
    details: unknown
    created_at: number
    sequence: number | null
    previous_hash: string | null
    hash: string | null
    subject: string | null
    address: string | null
    user_agent: string | null
  }
  audit_head: {
    sequence: number
    previous_hash: string | null
    hash: string
  }
  click: {
    clicked_at: number
    id: string
    user_id: UserKey
    via: ShareMedium | null
    visitor: string
    ahead_ms: number
  }
  click_salt: {
    day: Date
    salt: Buffer
  }
  closing_balance: {
    account_id: AccountKey
    reward_source: RewardSource
    reward_type: RewardType
    unit: string
    amount: number
    until: number
  }
  credit_reservation: {
    id: string
    account_id: AccountKey
    subscription_id: string
    cycle: number
    bill_date: string
    bill_at: number
    currency: Currency
    percentage_minor: number
    parts: Part[]
    changes: number
    is_open: boolean
    claimed_minor: number
    claimed_until: number | null
    created_at: number
  }
  custom_domain: {
    host: HostName
    tenant_id: TenantId
    created_at: number
  }
  domain_claim: {
    tenant_id: TenantId
    host: HostName
    token: string
    created_at: number
    checked_at: number | null
    problem: DomainProblem | null
    verified_at: number | null
    seen_at: number | null
    missing_since: number | null
    lost_at: number | null
    next_check_at: number | null
  }
  entry: {
    id: EntryId
    account_id: AccountKey
    reward_id: RewardId
    source: string
    kind: EntryKind
    reward_source: RewardSource
    reward_type: RewardType
    unit: string
    amount: number
    effective_at: number
    created_at: number
  }
  entry_outbox: {
    id: string
    entry_ids: EntryId[]
    queued_at: number
  }
  erased_mark: {
    mark: string
    kind: string
    user_id: UserKey
    replacement: string | null
    erased_at: number
  }
  erasure: {
    user_id: UserKey
    account_id: AccountKey
    with_account: boolean
    wanted_box: Buffer | null
    requested_at: number
    finished_at: number | null
  }
  event: {
    id: EventId
    account_id: AccountKey | null
    referring_account_id: AccountKey | null
    type: OutcomeType
    reason: Reason
    subject: string | null
    actor: string
    code: ReferralCode | null
    user_id: UserKey | null
    referral_id: ReferralId | null
    reward_id: RewardId | null
    created_at: number
    before_minor: number | null
    after_minor: number | null
    currency: Currency | null
    resource_id: string | null
    note: string | null
    author: string | null
  }
  event_feed: {
    last_position: number
    removed_position: number
  }
  event_outbox: {
    id: string
    event_ids: EventId[]
    queued_at: number
  }
  evidence_key: {
    key: string
    account_id: AccountKey
    kind: EvidenceKind
    referring_account_id: AccountKey | null
    first_seen_at: number
    last_seen_at: number
    discriminator: number
  }
  export: {
    id: string
    kind: ExportKind
    format: ExportFormat
    created_from: number | null
    created_to: number | null
    state: ExportState
    walk: number
    position: string | null
    row_count: number
    byte_count: number
    created_at: number
    expires_at: number | null
  }
  export_part: {
    export_id: string
    walk: number
    starts_at_byte: number
    byte_count: number
    body: Buffer
  }
  former_code: {
    spelling: string
    user_id: UserKey
    is_exact: boolean
    created_at: number
  }
  fraud_simulation: {
    id: string
    asked: AskedSimulation
    state: SimulationState
    position: string
    until: string
    sums: SimulationSums
    created_at: number
    expires_at: number
  }
  friend_payment: {
    id: string
    account_id: AccountKey
    reference_hash: string
    is_reported: boolean
    paid_at: number
    currency: Currency
    paid_minor: number
    refunded_minor: number
    is_reversed: boolean
    period_months: number | null
    period_days: number | null
    referral_id: ReferralId | null
    referrer_account_id: string | null
    given_minor: number
    taken_minor: number
    debt_minor: number
    expired_minor: number
    denied_at: number | null
    seen_at: number
  }
  idempotent_request: {
    key: string
    request_hash: Buffer
    leased_until: number
    status: number | null
    answer: string | null
    created_at: number
  }
  import: {
    id: string
    kind: ImportKind
    format: ImportFormat
    mapping: ImportMapping | null
    request_hash: string
    is_dry_run: boolean
    state: ImportState
    byte_count: number
    position_byte: number
    position_line: number
    column_names: unknown
    row_count: number
    created_count: number
    updated_count: number
    unchanged_count: number
    rejected_count: number
    error_count: number
    failure: string | null
    created_at: number
    finished_at: number | null
    date_format: string | null
    separator: string | null
    ignored_columns: unknown | null
    kept_rejected_count: number | null
    kept_rejected_bytes: number | null
    upload_began_at: number
    file_name: string | null
  }
  import_claim: {
    import_id: string
    claim: string
    owner: string
    content: string
  }
  import_error: {
    import_id: string
    number: number
    line: number
    field: string | null
    error_code: string
    message: string
  }
  import_piece: {
    import_id: string
    number: number
    body: Buffer
  }
  import_upload: {
    id: string
    began_at: number
    byte_count: number
  }
  integration_activity: {
    kind: string
    origin: string
    first_seen_at: number
    last_seen_at: number
    seen: number
  }
  invitation: {
    id: string
    account_id: AccountKey
    user_id: UserKey
    address: string | null
    address_hash: Buffer
    created_at: number
  }
  invited_address: {
    address_hash: Buffer
    invitation_id: string
    invited_at: number
  }
  job: {
    id: string
    kind: string
    subject: string
    state: string
    changed_at: number
    due_at: number | null
    lease: string | null
    leased_until: number | null
    attempts: number
    last_error: string | null
    trace_parent: string | null
  }
  letter_allowance: {
    subject: string
    full_at_ms: number
  }
  mail: {
    id: string
    kind: ListedMailKind
    subject: string
    ends_at: number | null
    account_id: AccountKey | null
    user_id: UserKey | null
    referral_id: ReferralId | null
    reward_id: RewardId | null
    state: MailState
    reason: MailReason | null
    reply_code: number | null
    attempts: number
    due_at: number
    created_at: number
    finished_at: number | null
  }
  mail_sweep: {
    expiring_until: number
  }
  mail_unsubscribe: {
    address_hash: Buffer
    kind: UnsubscribedKind
    created_at: number
  }
  membership: {
    staff_id: StaffId
    merchant_id: MerchantId
    role: StaffRole
    created_at: number
  }
  merchant: {
    id: MerchantId
    name: string
    created_at: number
  }
  network_salt: {
    period: number
    salt: Buffer
  }
  page_link: {
    id: string
    address: string
    language: string
    token_hash: Buffer | null
    created_at: number
    expires_at: number
  }
  page_session: {
    token_hash: Buffer
    user_id: UserKey
    address_hash: string
    created_at: number
    expires_at: number
  }
  payment_reversal: {
    account_id: AccountKey
    kind: string
    reference_hash: string
    amount_minor: number | null
    currency: Currency | null
    happened_at: number
    effect: string
    reported_at: number
    payment_hash: string | null
  }
  processor_bill: {
    id: string
    account_id: AccountKey
    subscription: string
    period_start: string
    transaction_id: string | null
    billed_at: number
    currency: Currency
    price_minor: number
    expected_minor: number
    actual_minor: number
    charged_minor: number
    tax_minor: number
    taxed_minor: number
    refunded_minor: number
    refunds: PaymentRefund[]
    is_disputed: boolean
    period_months: number | null
    period_days: number | null
    counted: Part[]
    is_voided: boolean
    state: BillState
    finding: BillReason | null
    resolution: BillReason | null
    seen_at: number
    changed_at: number | null
  }
  processor_connection: {
    id: string
    processor: string
    environment: string
    merchant_id: string
    public_key: string | null
    credentials_box: Buffer
    missing_setup: unknown
    setup_checked_at: number
    last_call_at: number
    last_error_code: string | null
    last_error_message: string | null
    last_error_at: number | null
    connected_at: number
    hook_mark: string | null
    daily_call_budget: number
    calls_day: string | null
    calls_made: number
    removal_requested_at: number | null
    removal_leaves_discounts: boolean
    notifications_until: number | null
    notifications_read_at: number | null
    discounts_changed_at: number | null
  }
  processor_customer: {
    customer_id: string
    account_id: AccountKey
    bound_at: number
    missing_since: number | null
  }
  processor_effect: {
    kind: string
    source: string
    target: string
    amount_minor: number
    currency: Currency
    state: string
    result: string | null
    created_at: number
    finished_at: number | null
  }
  processor_notification: {
    id: string
    connection_id: string
    payload_hash: Buffer
    kind: string
    subscription_id: string | null
    customer_id: string | null
    sent_at: number
    payload: string | null
    received_at: number
    processed_at: number | null
    outcome: string | null
    payment_id: string | null
  }
  processor_notification_kind: {
    connection_id: string
    kind: string
    last_seen_at: number
  }
  processor_payment: {
    payment_id: string
    account_id: AccountKey
    currency: Currency
    paid_at: number
    charged_minor: number
    refunded_minor: number
    discount_minor: number
    counted_charged_minor: number
    counted_refunded_minor: number
    counted_discount_minor: number
    changed_at: number | null
    referring_user_id: UserKey | null
  }
  processor_subscription: {
    id: string
    subscription_id: string
    customer_id: string
    account_id: AccountKey
    is_live: boolean
    came_with_discount: boolean
    currency: Currency
    next_bill_date: string | null
    expected_minor: number
    actual_minor: number
    has_discount: boolean
    is_listed: boolean
    state: DiscountState
    reason: string | null
    checked_at: number
    bill_count: number
    price_minor: number
    is_price_known: boolean
    balance_minor: number
    bills_from: number
    behind_since: number | null
    look_at: number | null
    look_class: LookClass | null
    read_mark: string | null
    own_writes: OwnWrites | null
  }
  program: {
    version: number
    settings: unknown
    updated_at: number
    had_milestones: boolean
  }
  public_click: {
    user_id: UserKey
    id: string
  }
  published_event: {
    position: number
    event_id: EventId
    type: OutcomeType
    reason: Reason
    account_id: AccountKey | null
    data: unknown
    created_at: number
    published_at: number
  }
  redemption: {
    id: string
    account_id: AccountKey
    unit: string
    amount: number
    available: number
    request_key: string
    created_at: number
  }
  referral: {
    id: ReferralId
    possible_rules: number
    likely_rules: number
    code: ReferralCode
    status: ReferralStatus
    referred_account_id: AccountKey
    referred_user_id: UserKey | null
    referring_account_id: AccountKey
    referring_user_id: UserKey
    referred_moderation: ModerationStatus
    referred_moderated_by: Moderation['by']
    referrer_moderation: ModerationStatus
    referrer_moderated_by: Moderation['by']
    signals: FraudSignal[]
    facts: FraudFacts
    started_at: number
    converted_at: number | null
    ended_at: number | null
    unconfirmed_at: number | null
    referred_moderated_at: number | null
    referred_moderated_as: string | null
    referrer_moderated_at: number | null
    referrer_moderated_as: string | null
    is_by_hand: boolean
    from_page: boolean
    unconfirmed_user_id: UserKey | null
    is_replaced: boolean
    outstanding_until: number | null
    review_since: number | null
    at_stake_minor: number | null
    reviewed_at: number | null
    review_waited_ms: number | null
    appealed_at: number | null
    reminded_at: number | null
    channel: Channel
    link_seen_at: number | null
  }
  referral_code: {
    code: ReferralCode
    account_id: AccountKey
    user_id: UserKey
    disabled_at: number | null
    expires_at: number | null
    created_at: number
  }
  reported_bill: {
    subscription_id: string
    day: string
    id: string
    customer_id: string
    account_id: AccountKey
    billed_at: number
    currency: Currency
    price_minor: number
    discount_minor: number
    next_bill_date: string | null
    interval_unit: string
    interval_count: number
    next_discount_minor: number
  }
  reward: {
    id: RewardId
    account_id: AccountKey
    user_id: UserKey | null
    referral_id: ReferralId | null
    source: RewardSource
    type: RewardType
    unit: string
    amount: number
    months: number | null
    credit_months: number | null
    credit_per_month: number | null
    redeemed: number
    created_at: number
    scheduled_for: number | null
    given_at: number | null
    expires_at: number | null
    cancelled_at: number | null
    redeemed_at: number | null
    request_key: string | null
    cancellations: number
    bills_after: number | null
    months_left: number | null
    bills_left: number | null
    queue_position: number | null
    turn_at: number | null
    reserved: number
    milestone: number | null
    milestone_lost_at: number | null
    payment_key: string | null
    taken_back: number
  }
  secret_key: {
    id: string
    mark: string
    changed_at: number
    secret_box: Buffer | null
  }
  signing_key: {
    id: KeyId
    tenant_id: TenantId
    secret_box: Buffer
    created_at: number
    revoked_at: number | null
    expires_at: number | null
  }
  staff: {
    id: StaffId
    name: string
    email: string
    email_verified: boolean
    image: string | null
    two_factor_enabled: boolean | null
    is_demo: boolean
    created_at: number
    updated_at: number
    address_proven_at: number | null
  }
  staff_assistant: {
    id: string
    staff_id: StaffId
    tenant_id: TenantId
    client_id: string
    client_name: string
    may_write: boolean
    redirect_uri: string
    code_hash: Buffer
    code_challenge: string
    access_hash: Buffer | null
    access_expires_at: number | null
    refresh_hash: Buffer | null
    used_refresh_hash: Buffer | null
    created_at: number
    expires_at: number
  }
  staff_assistant_write: {
    id: string
    assistant_id: string
    tool: string
    input: unknown
    state: string
    error_code: string | null
    created_at: number
    decided_at: number | null
    expires_at: number
  }
  staff_credential: {
    id: string
    staff_id: StaffId
    provider: string
    subject: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: number | null
    refresh_token_expires_at: number | null
    scope: string | null
    created_at: number
    updated_at: number
  }
  staff_invitation: {
    id: InvitationId
    merchant_id: MerchantId
    email: string
    role: StaffRole
    token_hash: Buffer
    invited_by: string
    created_at: number
    expires_at: number
    proves_address: boolean
  }
  staff_link: {
    token_hash: Buffer
    purpose: string
    staff_id: StaffId | null
    created_at: number
    expires_at: number
  }
  staff_mail: {
    id: string
    merchant_id: MerchantId
    recipient: string
    subject: string
    text_box: Buffer
    state: string
    created_at: number
  }
  staff_passkey: {
    id: string
    staff_id: StaffId
    name: string | null
    public_key: string
    credential_id: string
    counter: number
    device_type: string
    backed_up: boolean
    transports: string | null
    aaguid: string | null
    created_at: number | null
  }
  staff_session: {
    id: string
    staff_id: StaffId
    token: string
    expires_at: number
    ip_address: string | null
    user_agent: string | null
    created_at: number
    updated_at: number
  }
  staff_two_factor: {
    id: string
    staff_id: StaffId
    secret: string
    backup_codes: string
    verified: boolean | null
    failed_verification_count: number | null
    locked_until: number | null
  }
  staff_used_code: {
    staff_id: StaffId
    code_hash: Buffer
    used_at: number
  }
  staff_verification: {
    id: string
    identifier: string
    value: string
    expires_at: number
    created_at: number
    updated_at: number
  }
  statistic_click: {
    bucket_at: number
    user_id: UserKey
    medium: string
    clicks: number
    visitors: number
  }
  statistic_count: {
    generation: number
    period: string
    start: string
    metric: string
    key: string
    amount: number
  }
  statistic_flag: {
    referral_id: ReferralId
    rule: CountedRule
    is_shadow: boolean
    flagged_at: number
    referrer_state: SideState
    referred_state: SideState
  }
  statistic_generation: {
    generation: number
    time_zone: string
    state: string
    is_complete: boolean
    events_until: string | null
    entries_until: string | null
    payments_until: string | null
    clicks_until: number
    flags_until: string | null
    buckets_until: number
  }
  statistic_referrer: {
    generation: number
    user_id: UserKey
    period: string
    start: string
    clicks: number
    visitors: number
    attributed: number
    converted: number
    ended: number
  }
  statistic_visitor: {
    day: string
    visitor: string
  }
  tenant: {
    id: TenantId
    merchant_id: MerchantId
    mode: Mode
    created_at: number
    disabled_at: number | null
  }
  test_clock: {
    ahead_ms: number
    moving_from: number | null
    moving_to: number | null
  }
  test_data_erasure: {
    request_key: string
    state: TestDataErasureState
    erased_rows: number
    requested_at: number
    emptied_at: number | null
    finished_at: number | null
  }
  usual_fact: {
    percentiles: unknown
    counted_at: number
  }
  webhook_attempt: {
    delivery_id: DeliveryId
    id: string
    started_at: number
    duration_ms: number
    status: number | null
    error: AttemptError | null
    request: string
    response: string | null
  }
  webhook_delivery: {
    id: DeliveryId
    receiver_id: ReceiverId
    event_id: EventId
    position: number | null
    type: string
    state: DeliveryState
    attempts: number
    next_attempt_at: number | null
    created_at: number
  }
  webhook_receiver: {
    id: ReceiverId
    url: string
    types: unknown
    description: string | null
    includes_personal_data: boolean
    disabled_reason: DisabledReason | null
    secret_box: Buffer
    previous_secret_box: Buffer | null
    previous_secret_until: number | null
    rotated_at: number | null
    failing_since: number | null
    created_at: number
  }
}

/** The columns of the tables that belong to a tenant, in their order and without the tenant itself. */
export const tenantTables = {
  account: {
    id: 'uuid',
    external_id: 'text',
    currency: 'text',
    value_minor: 'int8',
    billing_interval_type: 'text',
    billing_interval_value: 'int4',
    subscription_status: 'text',
    browser_paid: 'bool',
    provider_id: 'text',
    claimed_provider_id: 'text',
    paid_at: 'timestamptz',
    created_at: 'timestamptz',
    blocked_at: 'timestamptz',
    blocked_reason: 'text',
    paid_on_page: 'bool',
    has_confirmed_users: 'bool',
  },
  account_identity: {
    account_id: 'uuid',
    root: 'uuid',
  },
  account_user: {
    id: 'uuid',
    account_id: 'uuid',
    external_id: 'text',
    code: 'text',
    email: 'text',
    email_key: 'text',
    first_name: 'text',
    last_name: 'text',
    locale: 'text',
    browser_seen_at: 'timestamptz',
    weighed_cookie: 'text',
    created_at: 'timestamptz',
    search_name: 'text',
    search_last_name: 'text',
    search_email: 'text',
    email_claimed: 'bool',
    email_trusted: 'bool',
    confirmed: 'bool',
    leaderboard_since: 'timestamptz',
  },
  audit_entry: {
    id: 'uuid',
    actor: 'text',
    action: 'text',
    details: 'jsonb',
    created_at: 'timestamptz',
    sequence: 'int8',
    previous_hash: 'text',
    hash: 'text',
    subject: 'text',
    address: 'text',
    user_agent: 'text',
  },
  audit_head: {
    sequence: 'int8',
    previous_hash: 'text',
    hash: 'text',
  },
  click: {
    clicked_at: 'timestamptz',
    id: 'uuid',
    user_id: 'uuid',
    via: 'text',
    visitor: 'uuid',
    ahead_ms: 'int8',
  },
  click_salt: {
    day: 'date',
    salt: 'bytea',
  },
  closing_balance: {
    account_id: 'uuid',
    reward_source: 'text',
    reward_type: 'text',
    unit: 'text',
    amount: 'int8',
    until: 'timestamptz',
  },
  credit_reservation: {
    id: 'uuid',
    account_id: 'uuid',
    subscription_id: 'text',
    cycle: 'int4',
    bill_date: 'text',
    bill_at: 'timestamptz',
    currency: 'text',
    percentage_minor: 'int8',
    parts: 'jsonb',
    changes: 'int4',
    is_open: 'bool',
    claimed_minor: 'int8',
    claimed_until: 'timestamptz',
    created_at: 'timestamptz',
  },
  entry: {
    id: 'uuid',
    account_id: 'uuid',
    reward_id: 'uuid',
    source: 'text',
    kind: 'text',
    reward_source: 'text',
    reward_type: 'text',
    unit: 'text',
    amount: 'int8',
    effective_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  entry_outbox: {
    id: 'uuid',
    entry_ids: 'uuid[]',
    queued_at: 'timestamptz',
  },
  erased_mark: {
    mark: 'text',
    kind: 'text',
    user_id: 'uuid',
    replacement: 'text',
    erased_at: 'timestamptz',
  },
  erasure: {
    user_id: 'uuid',
    account_id: 'uuid',
    with_account: 'bool',
    wanted_box: 'bytea',
    requested_at: 'timestamptz',
    finished_at: 'timestamptz',
  },
  event: {
    id: 'uuid',
    account_id: 'uuid',
    referring_account_id: 'uuid',
    type: 'text',
    reason: 'text',
    subject: 'text',
    actor: 'text',
    code: 'text',
    user_id: 'uuid',
    referral_id: 'uuid',
    reward_id: 'uuid',
    created_at: 'timestamptz',
    before_minor: 'int8',
    after_minor: 'int8',
    currency: 'text',
    resource_id: 'uuid',
    note: 'text',
    author: 'text',
  },
  event_feed: {
    last_position: 'int8',
    removed_position: 'int8',
  },
  event_outbox: {
    id: 'uuid',
    event_ids: 'uuid[]',
    queued_at: 'timestamptz',
  },
  evidence_key: {
    key: 'uuid',
    account_id: 'uuid',
    kind: 'text',
    referring_account_id: 'uuid',
    first_seen_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    discriminator: 'int8',
  },
  export: {
    id: 'uuid',
    kind: 'text',
    format: 'text',
    created_from: 'timestamptz',
    created_to: 'timestamptz',
    state: 'text',
    walk: 'int4',
    position: 'text',
    row_count: 'int8',
    byte_count: 'int8',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  export_part: {
    export_id: 'uuid',
    walk: 'int4',
    starts_at_byte: 'int8',
    byte_count: 'int4',
    body: 'bytea',
  },
  former_code: {
    spelling: 'text',
    user_id: 'uuid',
    is_exact: 'bool',
    created_at: 'timestamptz',
  },
  fraud_simulation: {
    id: 'uuid',
    asked: 'jsonb',
    state: 'text',
    position: 'uuid',
    until: 'uuid',
    sums: 'jsonb',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  friend_payment: {
    id: 'uuid',
    account_id: 'uuid',
    reference_hash: 'text',
    is_reported: 'bool',
    paid_at: 'timestamptz',
    currency: 'text',
    paid_minor: 'int8',
    refunded_minor: 'int8',
    is_reversed: 'bool',
    period_months: 'int4',
    period_days: 'int4',
    referral_id: 'uuid',
    referrer_account_id: 'uuid',
    given_minor: 'int8',
    taken_minor: 'int8',
    debt_minor: 'int8',
    expired_minor: 'int8',
    denied_at: 'timestamptz',
    seen_at: 'timestamptz',
  },
  idempotent_request: {
    key: 'text',
    request_hash: 'bytea',
    leased_until: 'timestamptz',
    status: 'int4',
    answer: 'text',
    created_at: 'timestamptz',
  },
  import: {
    id: 'uuid',
    kind: 'text',
    format: 'text',
    mapping: 'text',
    request_hash: 'text',
    is_dry_run: 'bool',
    state: 'text',
    byte_count: 'int8',
    position_byte: 'int8',
    position_line: 'int8',
    column_names: 'jsonb',
    row_count: 'int8',
    created_count: 'int8',
    updated_count: 'int8',
    unchanged_count: 'int8',
    rejected_count: 'int8',
    error_count: 'int4',
    failure: 'text',
    created_at: 'timestamptz',
    finished_at: 'timestamptz',
    date_format: 'text',
    separator: 'text',
    ignored_columns: 'jsonb',
    kept_rejected_count: 'int4',
    kept_rejected_bytes: 'int8',
    upload_began_at: 'timestamptz',
    file_name: 'text',
  },
  import_claim: {
    import_id: 'uuid',
    claim: 'text',
    owner: 'text',
    content: 'text',
  },
  import_error: {
    import_id: 'uuid',
    number: 'int4',
    line: 'int8',
    field: 'text',
    error_code: 'text',
    message: 'text',
  },
  import_piece: {
    import_id: 'uuid',
    number: 'int4',
    body: 'bytea',
  },
  import_upload: {
    id: 'uuid',
    began_at: 'timestamptz',
    byte_count: 'int8',
  },
  integration_activity: {
    kind: 'text',
    origin: 'text',
    first_seen_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    seen: 'int8',
  },
  invitation: {
    id: 'uuid',
    account_id: 'uuid',
    user_id: 'uuid',
    address: 'text',
    address_hash: 'bytea',
    created_at: 'timestamptz',
  },
  invited_address: {
    address_hash: 'bytea',
    invitation_id: 'uuid',
    invited_at: 'timestamptz',
  },
  job: {
    id: 'uuid',
    kind: 'text',
    subject: 'text',
    state: 'text',
    changed_at: 'timestamptz',
    due_at: 'timestamptz',
    lease: 'uuid',
    leased_until: 'timestamptz',
    attempts: 'int4',
    last_error: 'text',
    trace_parent: 'text',
  },
  mail: {
    id: 'uuid',
    kind: 'text',
    subject: 'uuid',
    ends_at: 'timestamptz',
    account_id: 'uuid',
    user_id: 'uuid',
    referral_id: 'uuid',
    reward_id: 'uuid',
    state: 'text',
    reason: 'text',
    reply_code: 'int4',
    attempts: 'int4',
    due_at: 'timestamptz',
    created_at: 'timestamptz',
    finished_at: 'timestamptz',
  },
  mail_sweep: {
    expiring_until: 'timestamptz',
  },
  mail_unsubscribe: {
    address_hash: 'bytea',
    kind: 'text',
    created_at: 'timestamptz',
  },
  network_salt: {
    period: 'int4',
    salt: 'bytea',
  },
  page_link: {
    id: 'uuid',
    address: 'text',
    language: 'text',
    token_hash: 'bytea',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  page_session: {
    token_hash: 'bytea',
    user_id: 'uuid',
    address_hash: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  payment_reversal: {
    account_id: 'uuid',
    kind: 'text',
    reference_hash: 'text',
    amount_minor: 'int8',
    currency: 'text',
    happened_at: 'timestamptz',
    effect: 'text',
    reported_at: 'timestamptz',
    payment_hash: 'text',
  },
  processor_bill: {
    id: 'uuid',
    account_id: 'uuid',
    subscription: 'uuid',
    period_start: 'text',
    transaction_id: 'text',
    billed_at: 'timestamptz',
    currency: 'text',
    price_minor: 'int8',
    expected_minor: 'int8',
    actual_minor: 'int8',
    charged_minor: 'int8',
    tax_minor: 'int8',
    taxed_minor: 'int8',
    refunded_minor: 'int8',
    refunds: 'jsonb',
    is_disputed: 'bool',
    period_months: 'int4',
    period_days: 'int4',
    counted: 'jsonb',
    is_voided: 'bool',
    state: 'text',
    finding: 'text',
    resolution: 'text',
    seen_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  processor_connection: {
    id: 'uuid',
    processor: 'text',
    environment: 'text',
    merchant_id: 'text',
    public_key: 'text',
    credentials_box: 'bytea',
    missing_setup: 'jsonb',
    setup_checked_at: 'timestamptz',
    last_call_at: 'timestamptz',
    last_error_code: 'text',
    last_error_message: 'text',
    last_error_at: 'timestamptz',
    connected_at: 'timestamptz',
    hook_mark: 'text',
    daily_call_budget: 'int4',
    calls_day: 'text',
    calls_made: 'int4',
    removal_requested_at: 'timestamptz',
    removal_leaves_discounts: 'bool',
    notifications_until: 'timestamptz',
    notifications_read_at: 'timestamptz',
    discounts_changed_at: 'timestamptz',
  },
  processor_customer: {
    customer_id: 'text',
    account_id: 'uuid',
    bound_at: 'timestamptz',
    missing_since: 'timestamptz',
  },
  processor_effect: {
    kind: 'text',
    source: 'text',
    target: 'text',
    amount_minor: 'int8',
    currency: 'text',
    state: 'text',
    result: 'text',
    created_at: 'timestamptz',
    finished_at: 'timestamptz',
  },
  processor_notification: {
    id: 'uuid',
    connection_id: 'uuid',
    payload_hash: 'bytea',
    kind: 'text',
    subscription_id: 'text',
    customer_id: 'text',
    sent_at: 'timestamptz',
    payload: 'text',
    received_at: 'timestamptz',
    processed_at: 'timestamptz',
    outcome: 'text',
    payment_id: 'text',
  },
  processor_notification_kind: {
    connection_id: 'uuid',
    kind: 'text',
    last_seen_at: 'timestamptz',
  },
  processor_payment: {
    payment_id: 'text',
    account_id: 'uuid',
    currency: 'text',
    paid_at: 'timestamptz',
    charged_minor: 'int8',
    refunded_minor: 'int8',
    discount_minor: 'int8',
    counted_charged_minor: 'int8',
    counted_refunded_minor: 'int8',
    counted_discount_minor: 'int8',
    changed_at: 'timestamptz',
    referring_user_id: 'uuid',
  },
  processor_subscription: {
    id: 'uuid',
    subscription_id: 'text',
    customer_id: 'text',
    account_id: 'uuid',
    is_live: 'bool',
    came_with_discount: 'bool',
    currency: 'text',
    next_bill_date: 'text',
    expected_minor: 'int8',
    actual_minor: 'int8',
    has_discount: 'bool',
    is_listed: 'bool',
    state: 'text',
    reason: 'text',
    checked_at: 'timestamptz',
    bill_count: 'int4',
    price_minor: 'int8',
    is_price_known: 'bool',
    balance_minor: 'int8',
    bills_from: 'timestamptz',
    behind_since: 'timestamptz',
    look_at: 'timestamptz',
    look_class: 'text',
    read_mark: 'text',
    own_writes: 'jsonb',
  },
  program: {
    version: 'int4',
    settings: 'jsonb',
    updated_at: 'timestamptz',
    had_milestones: 'bool',
  },
  public_click: {
    user_id: 'uuid',
    id: 'uuid',
  },
  published_event: {
    position: 'int8',
    event_id: 'uuid',
    type: 'text',
    reason: 'text',
    account_id: 'uuid',
    data: 'jsonb',
    created_at: 'timestamptz',
    published_at: 'timestamptz',
  },
  redemption: {
    id: 'uuid',
    account_id: 'uuid',
    unit: 'text',
    amount: 'int8',
    available: 'int8',
    request_key: 'text',
    created_at: 'timestamptz',
  },
  referral: {
    id: 'uuid',
    possible_rules: 'int4',
    likely_rules: 'int4',
    code: 'text',
    status: 'text',
    referred_account_id: 'uuid',
    referred_user_id: 'uuid',
    referring_account_id: 'uuid',
    referring_user_id: 'uuid',
    referred_moderation: 'text',
    referred_moderated_by: 'text',
    referrer_moderation: 'text',
    referrer_moderated_by: 'text',
    signals: 'jsonb',
    facts: 'jsonb',
    started_at: 'timestamptz',
    converted_at: 'timestamptz',
    ended_at: 'timestamptz',
    unconfirmed_at: 'timestamptz',
    referred_moderated_at: 'timestamptz',
    referred_moderated_as: 'text',
    referrer_moderated_at: 'timestamptz',
    referrer_moderated_as: 'text',
    is_by_hand: 'bool',
    from_page: 'bool',
    unconfirmed_user_id: 'uuid',
    is_replaced: 'bool',
    outstanding_until: 'timestamptz',
    review_since: 'timestamptz',
    at_stake_minor: 'int8',
    reviewed_at: 'timestamptz',
    review_waited_ms: 'int8',
    appealed_at: 'timestamptz',
    reminded_at: 'timestamptz',
    channel: 'text',
    link_seen_at: 'timestamptz',
  },
  referral_code: {
    code: 'text',
    account_id: 'uuid',
    user_id: 'uuid',
    disabled_at: 'timestamptz',
    expires_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  reported_bill: {
    subscription_id: 'text',
    day: 'text',
    id: 'uuid',
    customer_id: 'text',
    account_id: 'uuid',
    billed_at: 'timestamptz',
    currency: 'text',
    price_minor: 'int8',
    discount_minor: 'int8',
    next_bill_date: 'text',
    interval_unit: 'text',
    interval_count: 'int4',
    next_discount_minor: 'int8',
  },
  reward: {
    id: 'uuid',
    account_id: 'uuid',
    user_id: 'uuid',
    referral_id: 'uuid',
    source: 'text',
    type: 'text',
    unit: 'text',
    amount: 'int8',
    months: 'int4',
    credit_months: 'int4',
    credit_per_month: 'int8',
    redeemed: 'int8',
    created_at: 'timestamptz',
    scheduled_for: 'timestamptz',
    given_at: 'timestamptz',
    expires_at: 'timestamptz',
    cancelled_at: 'timestamptz',
    redeemed_at: 'timestamptz',
    request_key: 'text',
    cancellations: 'int4',
    bills_after: 'timestamptz',
    months_left: 'int4',
    bills_left: 'int4',
    queue_position: 'int4',
    turn_at: 'timestamptz',
    reserved: 'int8',
    milestone: 'int4',
    milestone_lost_at: 'timestamptz',
    payment_key: 'text',
    taken_back: 'int8',
  },
  statistic_click: {
    bucket_at: 'timestamptz',
    user_id: 'uuid',
    medium: 'text',
    clicks: 'int8',
    visitors: 'int8',
  },
  statistic_count: {
    generation: 'int4',
    period: 'text',
    start: 'text',
    metric: 'text',
    key: 'text',
    amount: 'int8',
  },
  statistic_flag: {
    referral_id: 'uuid',
    rule: 'text',
    is_shadow: 'bool',
    flagged_at: 'timestamptz',
    referrer_state: 'text',
    referred_state: 'text',
  },
  statistic_generation: {
    generation: 'int4',
    time_zone: 'text',
    state: 'text',
    is_complete: 'bool',
    events_until: 'uuid',
    entries_until: 'uuid',
    payments_until: 'text',
    clicks_until: 'timestamptz',
    flags_until: 'uuid',
    buckets_until: 'timestamptz',
  },
  statistic_referrer: {
    generation: 'int4',
    user_id: 'uuid',
    period: 'text',
    start: 'text',
    clicks: 'int8',
    visitors: 'int8',
    attributed: 'int8',
    converted: 'int8',
    ended: 'int8',
  },
  statistic_visitor: {
    day: 'text',
    visitor: 'uuid',
  },
  test_clock: {
    ahead_ms: 'int8',
    moving_from: 'timestamptz',
    moving_to: 'timestamptz',
  },
  test_data_erasure: {
    request_key: 'text',
    state: 'text',
    erased_rows: 'int8',
    requested_at: 'timestamptz',
    emptied_at: 'timestamptz',
    finished_at: 'timestamptz',
  },
  usual_fact: {
    percentiles: 'jsonb',
    counted_at: 'timestamptz',
  },
  webhook_attempt: {
    delivery_id: 'uuid',
    id: 'uuid',
    started_at: 'timestamptz',
    duration_ms: 'int4',
    status: 'int4',
    error: 'text',
    request: 'text',
    response: 'text',
  },
  webhook_delivery: {
    id: 'uuid',
    receiver_id: 'uuid',
    event_id: 'uuid',
    position: 'int8',
    type: 'text',
    state: 'text',
    attempts: 'int4',
    next_attempt_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  webhook_receiver: {
    id: 'uuid',
    url: 'text',
    types: 'jsonb',
    description: 'text',
    includes_personal_data: 'bool',
    disabled_reason: 'text',
    secret_box: 'bytea',
    previous_secret_box: 'bytea',
    previous_secret_until: 'timestamptz',
    rotated_at: 'timestamptz',
    failing_since: 'timestamptz',
    created_at: 'timestamptz',
  },
} as const
