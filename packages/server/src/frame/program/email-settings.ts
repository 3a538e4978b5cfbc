import {
  type EmailSettings,
  type EmailSettingsUpdate,
  emailDefaults,
} from '@goodword/contract/mails/email-settings'

/** Settings of e-mails with all fields; those that are absent have their defaults. Each kind is named once. */
export function wholeEmailSettings(given: EmailSettingsUpdate): EmailSettings {
  const { fromAddress } = given
  return {
    fromAddress,
    kinds: [...new Set(given.kinds ?? emailDefaults.kinds)],
    fromName: given.fromName ?? emailDefaults.fromName,
    replyTo: given.replyTo ?? emailDefaults.replyTo,
    bounceAddress: given.bounceAddress ?? emailDefaults.bounceAddress,
    language: given.language ?? emailDefaults.language,
    expiryNoticeDays: given.expiryNoticeDays ?? emailDefaults.expiryNoticeDays,
    shareReminderDays: given.shareReminderDays ?? emailDefaults.shareReminderDays,
    includeUnverified: given.includeUnverified ?? emailDefaults.includeUnverified,
    postalAddress: given.postalAddress ?? emailDefaults.postalAddress,
    privacyPage: given.privacyPage ?? emailDefaults.privacyPage,
    texts: given.texts ?? emailDefaults.texts,
  }
}
