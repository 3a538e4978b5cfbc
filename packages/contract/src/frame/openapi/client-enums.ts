import { discountStates } from '@goodword/domain/bills/bill-discount'
import { billStates } from '@goodword/domain/bills/bill-states'
import { exportFormats, exportKinds, exportStates } from '@goodword/domain/files/export'
import { importKinds, importMappings } from '@goodword/domain/files/import'
import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { listedMailKinds, mailKinds, mailReasons, mailStates } from '@goodword/domain/outbound/mail'
import { attemptErrors, deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { notificationStates } from '@goodword/domain/payments/notification'
import { unsignedConversionModes } from '@goodword/domain/program/program'
import { moderationStatuses, referralStatuses } from '@goodword/domain/referrals/account'
import { subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import { rewardSources, rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import { scopes } from '@goodword/domain/staff/scope'
import { staffRoles } from '@goodword/domain/staff/staff-role'
import { BILLING_INTERVAL_TYPES } from '@goodword/domain/values/interval'
import { consentModes } from '../../program/program.ts'
import { webhookEventTypes } from '../../webhooks/event-types.ts'

type ClientEnum = { readonly type: string; readonly about: string; readonly values: readonly string[] }

/** The closed sets that the TypeScript client has as a list and as a type, by the name of the list. */
export const clientEnums: Readonly<Record<string, ClientEnum>> = {
  attemptErrors: {
    type: 'AttemptError',
    about: 'Why a request to a receiver failed.',
    values: attemptErrors,
  },
  billStates: {
    type: 'BillState',
    about: 'How a bill stands to what it should have been.',
    values: billStates,
  },
  billingIntervalTypes: {
    type: 'BillingIntervalType',
    about: 'Units of billing intervals.',
    values: BILLING_INTERVAL_TYPES,
  },
  consentModes: { type: 'ConsentMode', about: 'When the tracking cookie is stored.', values: consentModes },
  deliveryStates: {
    type: 'DeliveryState',
    about: 'States of a delivery to a receiver.',
    values: deliveryStates,
  },
  discountStates: {
    type: 'DiscountState',
    about: 'States of the discount of a next bill.',
    values: discountStates,
  },
  eventTypes: { type: 'EventType', about: 'The types of events.', values: webhookEventTypes },
  exportFormats: { type: 'ExportFormat', about: 'Formats of files.', values: exportFormats },
  exportKinds: { type: 'ExportKind', about: 'What can be exported.', values: exportKinds },
  fraudRuleModes: { type: 'FraudRuleMode', about: 'How a fraud rule counts.', values: fraudRuleModes },
  fraudRuleNames: { type: 'FraudRuleName', about: 'The fraud rules.', values: fraudRuleNames },
  importKinds: { type: 'ImportKind', about: 'What can be imported.', values: importKinds },
  importMappings: {
    type: 'ImportMapping',
    about: 'Products whose files can be imported as they are.',
    values: importMappings,
  },
  listedMailKinds: { type: 'ListedMailKind', about: 'The kinds of e-mails.', values: listedMailKinds },
  mailKinds: { type: 'MailKind', about: 'The kinds of e-mails that a program turns on.', values: mailKinds },
  mailReasons: {
    type: 'MailReason',
    about: 'Why an e-mail was not sent, or not yet.',
    values: Object.keys(mailReasons),
  },
  mailStates: { type: 'MailState', about: 'States of an e-mail.', values: mailStates },
  moderationStatuses: {
    type: 'ModerationStatus',
    about: 'How a side of a referral is decided.',
    values: moderationStatuses,
  },
  notificationStates: {
    type: 'NotificationState',
    about: 'States of a notification of the payment processor.',
    values: notificationStates,
  },
  referralStatuses: { type: 'ReferralStatus', about: 'States of a referral.', values: referralStatuses },
  rewardSources: { type: 'RewardSource', about: 'What a reward was given for.', values: rewardSources },
  rewardStatuses: { type: 'RewardStatus', about: 'States of a reward.', values: rewardStatuses },
  rewardTypes: { type: 'RewardType', about: 'The types of rewards.', values: rewardTypes },
  scopes: { type: 'Scope', about: 'What an API key may be allowed to do.', values: scopes },
  staffRoles: { type: 'StaffRole', about: 'The roles of staff.', values: staffRoles },
  subscriptionStatuses: {
    type: 'SubscriptionStatus',
    about: 'States of the subscription of an account.',
    values: subscriptionStatuses,
  },
  transferStates: { type: 'TransferState', about: 'States of an import or an export.', values: exportStates },
  unsignedConversionModes: {
    type: 'UnsignedConversionMode',
    about: 'What a payment unlocks that only a web page reported.',
    values: unsignedConversionModes,
  },
}
