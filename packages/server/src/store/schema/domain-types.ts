/** What the values of columns mean: a type of the domain and the columns that hold it, as `table.column` or `*.column`. */
export type DomainType = { readonly type: string; readonly from: string; readonly columns: readonly string[] }

const ids = '@goodword/domain/values/ids'
const account = '@goodword/domain/referrals/account'

/** Columns that are not listed have the type that PostgreSQL's type gives them. */
export const domainTypes: readonly DomainType[] = [
  { type: 'TenantId', from: ids, columns: ['tenant.id', '*.tenant_id'] },
  { type: 'Mode', from: ids, columns: ['tenant.mode'] },
  {
    type: 'MerchantId',
    from: ids,
    columns: [
      'merchant.id',
      'tenant.merchant_id',
      'membership.merchant_id',
      'staff_invitation.merchant_id',
      'staff_mail.merchant_id',
    ],
  },
  { type: 'StaffId', from: ids, columns: ['staff.id', '*.staff_id'] },
  { type: 'InvitationId', from: ids, columns: ['staff_invitation.id'] },
  { type: 'StaffRole', from: '@goodword/domain/staff/staff-role', columns: ['*.role'] },
  { type: 'KeyId', from: ids, columns: ['api_key.id', 'api_key.replaced_by', 'signing_key.id'] },
  { type: 'Scope[]', from: '@goodword/domain/staff/scope', columns: ['api_key.scopes'] },
  {
    type: 'HostName',
    from: '@goodword/domain/hosts/host-name',
    columns: ['custom_domain.host', 'domain_claim.host'],
  },
  { type: 'DomainProblem', from: '@goodword/domain/hosts/host-claim', columns: ['domain_claim.problem'] },
  { type: 'AccountId', from: ids, columns: ['account.external_id'] },
  { type: 'UserId', from: ids, columns: ['participant.external_id'] },
  { type: 'ProviderId', from: ids, columns: ['*.provider_id', '*.claimed_provider_id'] },
  {
    type: 'AccountKey',
    from: ids,
    columns: ['account.id', '*.account_id', '*.referred_account_id', '*.referring_account_id'],
  },
  {
    type: 'ParticipantKey',
    from: ids,
    columns: [
      'participant.id',
      '*.participant_id',
      '*.referred_participant_id',
      '*.referring_participant_id',
      '*.unconfirmed_participant_id',
    ],
  },
  { type: 'ReferralId', from: ids, columns: ['referral.id', '*.referral_id'] },
  { type: 'RewardId', from: ids, columns: ['reward.id', '*.reward_id'] },
  { type: 'EntryId', from: ids, columns: ['entry.id'] },
  { type: 'EntryId[]', from: ids, columns: ['entry_outbox.entry_ids'] },
  { type: 'EventId', from: ids, columns: ['event.id', '*.event_id'] },
  { type: 'EventId[]', from: ids, columns: ['event_outbox.event_ids'] },
  {
    type: 'ReferralCode',
    from: '@goodword/domain/referrals/referral-code',
    columns: ['*.code', 'participant.weighed_cookie'],
  },
  { type: 'ExportKind', from: '@goodword/domain/files/export', columns: ['export.kind'] },
  { type: 'ExportFormat', from: '@goodword/domain/files/export', columns: ['export.format'] },
  { type: 'ExportState', from: '@goodword/domain/files/export', columns: ['export.state'] },
  { type: 'Currency', from: '@goodword/domain/values/money', columns: ['*.currency'] },
  {
    type: 'BillingIntervalType',
    from: '@goodword/domain/values/interval',
    columns: ['account.billing_interval_type'],
  },
  {
    type: 'SubscriptionStatus',
    from: '@goodword/domain/referrals/subscription',
    columns: ['account.subscription_status'],
  },
  { type: 'ReferralStatus', from: account, columns: ['referral.status'] },
  { type: 'Channel', from: '@goodword/domain/referrals/channel', columns: ['referral.channel'] },
  {
    type: 'ModerationStatus',
    from: account,
    columns: ['referral.referred_moderation', 'referral.referrer_moderation'],
  },
  {
    type: "Moderation['by']",
    from: account,
    columns: ['referral.referred_moderated_by', 'referral.referrer_moderated_by'],
  },
  { type: 'FraudSignal[]', from: '@goodword/domain/fraud/fraud', columns: ['referral.signals'] },
  { type: 'FraudRuleName', from: '@goodword/domain/fraud/fraud', columns: ['statistic_flag.rule'] },
  {
    type: 'SideState',
    from: '@goodword/domain/moderation/flagged-rules',
    columns: ['statistic_flag.referrer_state', 'statistic_flag.referred_state'],
  },
  {
    type: 'RewardSource',
    from: '@goodword/domain/rewards/reward',
    columns: ['reward.source', '*.reward_source'],
  },
  { type: 'RewardType', from: '@goodword/domain/rewards/reward', columns: ['reward.type', '*.reward_type'] },
  {
    type: 'OutcomeType',
    from: '@goodword/domain/referrals/outcome',
    columns: ['event.type', 'published_event.type'],
  },
  {
    type: 'Reason',
    from: '@goodword/domain/referrals/outcome',
    columns: ['event.reason', 'published_event.reason'],
  },
  {
    type: 'DiscountState',
    from: '@goodword/domain/bills/bill-discount',
    columns: ['processor_subscription.state'],
  },
  { type: 'BillState', from: '@goodword/domain/bills/bill-states', columns: ['processor_bill.state'] },
  {
    type: 'BillReason',
    from: '@goodword/domain/bills/bill-states',
    columns: ['processor_bill.finding', 'processor_bill.resolution'],
  },
  {
    type: 'LookClass',
    from: '@goodword/domain/bills/bill-discount',
    columns: ['processor_subscription.look_class'],
  },
  { type: 'EntryKind', from: '@goodword/domain/rewards/ledger', columns: ['entry.kind'] },
  {
    type: 'Part[]',
    from: '@goodword/domain/rewards/credit-reservation',
    columns: ['credit_reservation.parts'],
  },
  { type: 'ListedMailKind', from: '@goodword/domain/outbound/mail', columns: ['mail.kind'] },
  {
    type: 'UnsubscribedKind',
    from: '@goodword/domain/outbound/mail',
    columns: ['mail_unsubscribe.kind'],
  },
  { type: 'MailState', from: '@goodword/domain/outbound/mail', columns: ['mail.state'] },
  { type: 'MailReason', from: '@goodword/domain/outbound/mail', columns: ['mail.reason'] },
  {
    type: 'DisabledReason',
    from: '@goodword/domain/outbound/webhook-retry',
    columns: ['webhook_receiver.disabled_reason'],
  },
  {
    type: 'DeliveryState',
    from: '@goodword/domain/outbound/webhook-retry',
    columns: ['webhook_delivery.state'],
  },
  {
    type: 'AttemptError',
    from: '@goodword/domain/outbound/webhook-retry',
    columns: ['webhook_attempt.error'],
  },
  { type: 'ReceiverId', from: ids, columns: ['webhook_receiver.id', '*.receiver_id'] },
  { type: 'DeliveryId', from: ids, columns: ['webhook_delivery.id', '*.delivery_id'] },
  { type: 'ImportKind', from: '@goodword/domain/files/import', columns: ['import.kind'] },
  { type: 'ImportFormat', from: '@goodword/domain/files/import', columns: ['import.format'] },
  { type: 'ImportMapping', from: '@goodword/domain/files/import', columns: ['import.mapping'] },
  { type: 'ImportState', from: '@goodword/domain/files/import', columns: ['import.state'] },
  {
    type: 'TestDataErasureState',
    from: '@goodword/domain/files/test-data',
    columns: ['test_data_erasure.state'],
  },
  { type: 'ShareMedium', from: '@goodword/domain/hosts/share-link', columns: ['click.via'] },
]
