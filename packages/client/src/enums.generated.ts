// Generated from the contract by `npm run generate`.
/** Why a request to a receiver failed. */
export const attemptErrors = ['STATUS_NOT_2XX', 'REDIRECTED', 'GONE', 'TIMED_OUT', 'HOST_NOT_FOUND', 'ADDRESS_NOT_PUBLIC', 'CONNECTION_FAILED', 'TLS_FAILED', 'INVALID_RESPONSE', 'SECRET_UNREADABLE'] as const
export type AttemptError = (typeof attemptErrors)[number]

/** How a bill stands to what it should have been. */
export const billStates = ['RIGHT', 'WRONG', 'MENDED', 'WAIVED'] as const
export type BillState = (typeof billStates)[number]

/** Units of billing intervals. */
export const billingIntervalTypes = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'SEMI_ANNUAL', 'YEAR'] as const
export type BillingIntervalType = (typeof billingIntervalTypes)[number]

/** When the tracking cookie is stored. */
export const consentModes = ['granted', 'required', 'cookieless'] as const
export type ConsentMode = (typeof consentModes)[number]

/** States of a delivery to a receiver. */
export const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** States of the discount of a next bill. */
export const discountStates = ['IN_STEP', 'PENDING', 'WAITING', 'FAILED'] as const
export type DiscountState = (typeof discountStates)[number]

/** The types of events. */
export const eventTypes = ['user.created', 'referral.started', 'referral.converted', 'referral.ended', 'referral.moderated', 'referral.appealed', 'referral.overdue', 'reward.created', 'reward.cancelled', 'reward.redeemed', 'reward.balance.changed', 'account.blocked', 'account.unblocked', 'discount.changed', 'discount.drifted', 'discount.failed', 'bill.wrong', 'bill.mended', 'connection.broken', 'export.completed', 'test'] as const
export type EventType = (typeof eventTypes)[number]

/** Formats of files. */
export const exportFormats = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What can be exported. */
export const exportKinds = ['users', 'referrals', 'rewards', 'balances', 'bills', 'events', 'clicks', 'yearlyRewards'] as const
export type ExportKind = (typeof exportKinds)[number]

/** How a fraud rule counts. */
export const fraudRuleModes = ['off', 'shadow', 'active'] as const
export type FraudRuleMode = (typeof fraudRuleModes)[number]

/** The fraud rules. */
export const fraudRuleNames = ['SAME_PROCESSOR_CUSTOMER', 'SAME_EMAIL', 'SAME_USER_ID', 'SAME_CARD', 'SAME_DEVICE', 'SAME_PERSON', 'REFERRAL_RING', 'REFERRER_BURST', 'NETWORK_BURST', 'DOMAIN_FARM', 'DISPOSABLE_EMAIL', 'LEAKED_CODE', 'FAST_CONVERSION', 'LEFT_EARLY', 'PAYMENT_DISPUTED', 'FAILED_CARDS', 'REVIVED_REFERRER', 'CAP_FARMING', 'COUPON_CYCLING', 'OWN_DECISION', 'YEARLY_REWARDS'] as const
export type FraudRuleName = (typeof fraudRuleNames)[number]

/** What can be imported. */
export const importKinds = ['users', 'referrals', 'balances'] as const
export type ImportKind = (typeof importKinds)[number]

/** Products whose files can be imported as they are. */
export const importMappings = ['rewardful', 'firstpromoter', 'referralcandy', 'saasquatch'] as const
export type ImportMapping = (typeof importMappings)[number]

/** The kinds of e-mails. */
export const listedMailKinds = ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING', 'DISCOUNT_ENDING', 'SHARE_REMINDER', 'REFERRAL_CHECKED', 'INVITATION', 'PAGE_SIGN_IN'] as const
export type ListedMailKind = (typeof listedMailKinds)[number]

/** The kinds of e-mails that a program turns on. */
export const mailKinds = ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING', 'DISCOUNT_ENDING', 'SHARE_REMINDER', 'REFERRAL_CHECKED'] as const
export type MailKind = (typeof mailKinds)[number]

/** Why an e-mail was not sent, or not yet. */
export const mailReasons = ['TEST_MODE', 'NO_MAIL_SERVER', 'KIND_OFF', 'NO_ADDRESS', 'ADDRESS_UNKNOWN', 'TOO_LATE', 'ADDRESS_INVALID', 'ADDRESS_UNVERIFIED', 'UNSUBSCRIBED', 'MODERATION_DENIED', 'SUPPRESSED', 'ADDRESS_KNOWN', 'INVITED_BEFORE', 'OUTDATED', 'ACCOUNT_BLOCKED', 'ACCOUNT_LEFT', 'HAS_SHARED', 'TOO_MANY', 'RECIPIENT_REFUSED', 'SENDER_REFUSED', 'MESSAGE_REFUSED', 'REFUSED_FOR_NOW', 'GAVE_UP', 'SERVER_UNREACHABLE', 'SERVER_TIMED_OUT', 'TLS_FAILED', 'LOGIN_FAILED'] as const
export type MailReason = (typeof mailReasons)[number]

/** States of an e-mail. */
export const mailStates = ['WAITING', 'SENDING', 'SENT', 'KEPT', 'SKIPPED', 'FAILED'] as const
export type MailState = (typeof mailStates)[number]

/** How a side of a referral is decided. */
export const moderationStatuses = ['APPROVED', 'PENDING', 'DENIED'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/** States of a notification of the payment processor. */
export const notificationStates = ['RECEIVED', 'DONE', 'FAILED'] as const
export type NotificationState = (typeof notificationStates)[number]

/** States of a referral. */
export const referralStatuses = ['IN_PROGRESS', 'CONVERTED', 'ENDED'] as const
export type ReferralStatus = (typeof referralStatuses)[number]

/** What a reward was given for. */
export const rewardSources = ['REFERRED', 'FRIEND_SIGNUP', 'FRIEND_PAYMENT', 'MILESTONE', 'MANUAL'] as const
export type RewardSource = (typeof rewardSources)[number]

/** States of a reward. */
export const rewardStatuses = ['PENDING', 'AVAILABLE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
export type RewardStatus = (typeof rewardStatuses)[number]

/** The types of rewards. */
export const rewardTypes = ['PCT_DISCOUNT', 'CREDIT', 'TIME_CREDIT', 'FEATURE', 'PAYMENT_SHARE'] as const
export type RewardType = (typeof rewardTypes)[number]

/** What an API key may be allowed to do. */
export const scopes = ['read', 'write', 'money', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The roles of staff. */
export const staffRoles = ['owner', 'admin', 'reviewer', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

/** States of the subscription of an account. */
export const subscriptionStatuses = ['TRIAL', 'FREE', 'PAID', 'CANCELLED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** States of an import or an export. */
export const transferStates = ['PENDING', 'RUNNING', 'DONE', 'FAILED'] as const
export type TransferState = (typeof transferStates)[number]

/** What a payment unlocks that only a web page reported. */
export const unsignedConversionModes = ['trust', 'limit', 'hold', 'ignore'] as const
export type UnsignedConversionMode = (typeof unsignedConversionModes)[number]
