/** What the values of columns mean: a type of the domain and the columns that hold it, as `table.column` or `*.column`. */
export type DomainType = { readonly type: string; readonly from: string; readonly columns: readonly string[] }

const ids = '@goodword/domain/ids'
const account = '@goodword/domain/account'

/** Columns that are not listed have the type that PostgreSQL's type gives them. */
export const domainTypes: readonly DomainType[] = [
  { type: 'TenantId', from: ids, columns: ['tenant.id', '*.tenant_id'] },
  { type: 'Mode', from: ids, columns: ['tenant.mode'] },
  { type: 'MerchantId', from: ids, columns: ['merchant.id', 'tenant.merchant_id'] },
  { type: 'KeyId', from: ids, columns: ['api_key.id', 'signing_key.id'] },
  { type: 'Scope[]', from: '@goodword/domain/scope', columns: ['api_key.scopes'] },
  { type: 'HostName', from: '@goodword/domain/host-name', columns: ['custom_domain.host'] },
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
    ],
  },
  { type: 'ReferralId', from: ids, columns: ['referral.id', '*.referral_id'] },
  { type: 'RewardId', from: ids, columns: ['reward.id', '*.reward_id'] },
  { type: 'EntryId', from: ids, columns: ['entry.id', 'entry_outbox.entry_id'] },
  { type: 'EventId', from: ids, columns: ['event.id', '*.event_id'] },
  { type: 'EventId[]', from: ids, columns: ['event_outbox.event_ids'] },
  {
    type: 'ReferralCode',
    from: '@goodword/domain/referral-code',
    columns: ['*.code', 'participant.cookie_code'],
  },
  { type: 'ExportKind', from: '@goodword/domain/export', columns: ['export.kind'] },
  { type: 'ExportFormat', from: '@goodword/domain/export', columns: ['export.format'] },
  { type: 'ExportState', from: '@goodword/domain/export', columns: ['export.state'] },
  { type: 'Currency', from: '@goodword/domain/money', columns: ['*.currency'] },
  {
    type: 'BillingIntervalType',
    from: '@goodword/domain/interval',
    columns: ['account.billing_interval_type'],
  },
  {
    type: 'SubscriptionStatus',
    from: '@goodword/domain/subscription',
    columns: ['account.subscription_status'],
  },
  { type: 'ReferralStatus', from: account, columns: ['referral.status'] },
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
  { type: 'FraudSignal[]', from: '@goodword/domain/fraud', columns: ['referral.signals'] },
  { type: 'RewardSource', from: '@goodword/domain/reward', columns: ['reward.source', '*.reward_source'] },
  { type: 'RewardType', from: '@goodword/domain/reward', columns: ['reward.type', '*.reward_type'] },
  { type: 'OutcomeType', from: '@goodword/domain/outcome', columns: ['event.type', 'published_event.type'] },
  { type: 'Reason', from: '@goodword/domain/outcome', columns: ['event.reason', 'published_event.reason'] },
  {
    type: 'DiscountState',
    from: '@goodword/domain/bill-discount',
    columns: ['processor_subscription.state'],
  },
  { type: 'EntryKind', from: '@goodword/domain/ledger', columns: ['entry.kind'] },
  { type: 'Part[]', from: '@goodword/domain/credit-reservation', columns: ['credit_reservation.parts'] },
  { type: 'MailKind', from: '@goodword/domain/mail', columns: ['mail.kind'] },
  { type: 'MailState', from: '@goodword/domain/mail', columns: ['mail.state'] },
  { type: 'MailReason', from: '@goodword/domain/mail', columns: ['mail.reason'] },
  {
    type: 'DisabledReason',
    from: '@goodword/domain/webhook',
    columns: ['webhook_receiver.disabled_reason'],
  },
  { type: 'DeliveryState', from: '@goodword/domain/webhook', columns: ['webhook_delivery.state'] },
  { type: 'AttemptError', from: '@goodword/domain/webhook', columns: ['webhook_attempt.error'] },
  { type: 'ReceiverId', from: ids, columns: ['webhook_receiver.id', '*.receiver_id'] },
  { type: 'DeliveryId', from: ids, columns: ['webhook_delivery.id', '*.delivery_id'] },
  { type: 'ImportKind', from: '@goodword/domain/import', columns: ['import.kind'] },
  { type: 'ImportFormat', from: '@goodword/domain/import', columns: ['import.format'] },
  { type: 'ImportMapping', from: '@goodword/domain/import', columns: ['import.mapping'] },
  { type: 'ImportState', from: '@goodword/domain/import', columns: ['import.state'] },
  { type: 'ShareMedium', from: '@goodword/domain/share-link', columns: ['click.via'] },
]
