// Generated from the contract by `npm run generate`.
import type { CallOptions } from './call-options.ts'
import type { AttemptError, BillState, BillingIntervalType, ConsentMode, DeliveryState, DiscountState, EventType, ExportFormat, ExportKind, FraudRuleMode, FraudRuleName, ImportKind, ImportMapping, ListedMailKind, MailKind, MailReason, MailState, ModerationStatus, NotificationState, ReferralStatus, RewardSource, RewardStatus, RewardType, Scope, StaffRole, SubscriptionStatus, TransferState, UnsignedConversionMode } from './enums.generated.ts'
import type { ListCall } from './list-call.ts'

export const operations = {
  syncAccount: {"method":"POST","path":"/accountsync","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readAccount: {"method":"GET","path":"/account/{accountId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listAccounts: {"method":"GET","path":"/accounts","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"accounts","cursor":"cursor"}},
  listAccountEvents: {"method":"GET","path":"/account/{accountId}/timeline","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"events","cursor":"cursor"}},
  blockAccount: {"method":"POST","path":"/account/{accountId}/block","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  unblockAccount: {"method":"POST","path":"/account/{accountId}/unblock","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  reportPayment: {"method":"POST","path":"/payments","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  reportPaymentReversal: {"method":"POST","path":"/payments/reversal","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  lookUpCode: {"method":"GET","path":"/code/{code}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  linkDiscount: {"method":"POST","path":"/discount","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  reportBill: {"method":"POST","path":"/bills","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  readAccountReward: {"method":"GET","path":"/account/{accountId}/reward","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listDiscounts: {"method":"GET","path":"/discounts","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"discounts","cursor":"cursor"}},
  listBills: {"method":"GET","path":"/bills","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"bills","cursor":"cursor"}},
  mendBill: {"method":"POST","path":"/bills/{billId}/mend","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  waiveBill: {"method":"POST","path":"/bills/{billId}/waive","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  upsertUser: {"method":"POST","path":"/user","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readUser: {"method":"GET","path":"/account/{accountId}/user/{userId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readFigures: {"method":"GET","path":"/account/{accountId}/user/{userId}/figures","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listUsers: {"method":"GET","path":"/users","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"users","cursor":"cursor"}},
  readUserData: {"method":"GET","path":"/account/{accountId}/user/{userId}/data","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  eraseUser: {"method":"DELETE","path":"/account/{accountId}/user/{userId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  updateCode: {"method":"PUT","path":"/code/{code}","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  chooseCode: {"method":"PUT","path":"/account/{accountId}/user/{userId}/code","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listCodes: {"method":"GET","path":"/account/{accountId}/user/{userId}/codes","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"codes","cursor":null}},
  chooseOwnCode: {"method":"PUT","path":"/open/code","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listReferrals: {"method":"GET","path":"/referrals","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"referrals","cursor":"cursor"}},
  readReferral: {"method":"GET","path":"/referrals/{referralId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readReferralReview: {"method":"GET","path":"/referrals/{referralId}/review","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readReviewSummary: {"method":"GET","path":"/review-summary","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  attributeByHand: {"method":"POST","path":"/referrals","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  moderateReferrals: {"method":"POST","path":"/referrals/moderate","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  appealDecision: {"method":"POST","path":"/open/appeals","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[201],"list":null},
  readFraudRules: {"method":"GET","path":"/fraud-rules","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  createFraudSimulation: {"method":"POST","path":"/fraud-simulations","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,202],"list":null},
  readFraudSimulation: {"method":"GET","path":"/fraud-simulations/{simulationId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listRewards: {"method":"GET","path":"/rewards","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"rewards","cursor":"cursor"}},
  readReward: {"method":"GET","path":"/rewards/{rewardId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  giveReward: {"method":"POST","path":"/rewards","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[201],"list":null},
  cancelReward: {"method":"POST","path":"/reward/{rewardId}/cancel","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  redeemCredit: {"method":"POST","path":"/credit/redeem","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  listEvents: {"method":"GET","path":"/events","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"events","cursor":"after"}},
  readStatistics: {"method":"GET","path":"/statistics","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listTopReferrers: {"method":"GET","path":"/statistics/referrers","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"referrers","cursor":"cursor"}},
  readAttention: {"method":"GET","path":"/attention","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readIntegration: {"method":"GET","path":"/integration","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readProgram: {"method":"GET","path":"/program","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  replaceProgram: {"method":"PUT","path":"/program","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  previewOffer: {"method":"POST","path":"/program/preview","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  forecastProgram: {"method":"POST","path":"/program/forecast","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listMails: {"method":"GET","path":"/mails","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"mails","cursor":"cursor"}},
  readMail: {"method":"GET","path":"/mails/{mailId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  previewMail: {"method":"POST","path":"/mails/preview","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readMailPreferences: {"method":"GET","path":"/account/{accountId}/user/{userId}/mail-preferences","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  suppressAddress: {"method":"POST","path":"/invitations/suppressions","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  connectProcessor: {"method":"PUT","path":"/connection","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readConnection: {"method":"GET","path":"/connection","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  checkConnection: {"method":"POST","path":"/connection/check","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  reconcileConnection: {"method":"POST","path":"/connection/reconcile","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  removeConnection: {"method":"DELETE","path":"/connection","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  listNotifications: {"method":"GET","path":"/notifications","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"notifications","cursor":"cursor"}},
  readNotification: {"method":"GET","path":"/notifications/{notificationId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  rerunNotification: {"method":"POST","path":"/notifications/{notificationId}/rerun","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  createExport: {"method":"POST","path":"/exports","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[202],"list":null},
  listExports: {"method":"GET","path":"/exports","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"exports","cursor":"cursor"}},
  readExport: {"method":"GET","path":"/exports/{exportId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listWebhooks: {"method":"GET","path":"/webhooks","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"webhooks","cursor":"cursor"}},
  createWebhook: {"method":"POST","path":"/webhooks","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[201],"list":null},
  readWebhook: {"method":"GET","path":"/webhooks/{webhookId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  updateWebhook: {"method":"PUT","path":"/webhooks/{webhookId}","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  deleteWebhook: {"method":"DELETE","path":"/webhooks/{webhookId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  rotateWebhookSecret: {"method":"POST","path":"/webhooks/{webhookId}/rotate","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  testWebhook: {"method":"POST","path":"/webhooks/{webhookId}/test","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listDeliveries: {"method":"GET","path":"/webhooks/{webhookId}/deliveries","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"deliveries","cursor":"cursor"}},
  readDelivery: {"method":"GET","path":"/deliveries/{deliveryId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  resendDelivery: {"method":"POST","path":"/deliveries/{deliveryId}/resend","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  resendDeliveries: {"method":"POST","path":"/webhooks/{webhookId}/resend","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  createImport: {"method":"POST","path":"/imports","hasBody":false,"hasUpload":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[202],"list":null},
  listImports: {"method":"GET","path":"/imports","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"imports","cursor":"cursor"}},
  readImport: {"method":"GET","path":"/imports/{importId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listImportErrors: {"method":"GET","path":"/imports/{importId}/errors","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"errors","cursor":"cursor"}},
  readRejectedRows: {"method":"GET","path":"/imports/{importId}/rejected","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listApiKeys: {"method":"GET","path":"/api-keys","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"apiKeys","cursor":"cursor"}},
  createApiKey: {"method":"POST","path":"/api-keys","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[201],"list":null},
  rollApiKey: {"method":"POST","path":"/api-keys/{keyId}/roll","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  revokeApiKey: {"method":"DELETE","path":"/api-keys/{keyId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listSigningKeys: {"method":"GET","path":"/signing-keys","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"signingKeys","cursor":"cursor"}},
  rollSigningKey: {"method":"POST","path":"/signing-keys/roll","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listDomains: {"method":"GET","path":"/domains","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"domains","cursor":null}},
  addDomain: {"method":"POST","path":"/domains","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[201],"list":null},
  checkDomain: {"method":"POST","path":"/domains/{domain}/check","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  removeDomain: {"method":"DELETE","path":"/domains/{domain}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  listAuditEntries: {"method":"GET","path":"/audit","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"entries","cursor":"cursor"}},
  listStaff: {"method":"GET","path":"/staff","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"staff","cursor":null}},
  changeStaffRole: {"method":"PUT","path":"/staff/{staffId}","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  removeStaff: {"method":"DELETE","path":"/staff/{staffId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  listStaffInvitations: {"method":"GET","path":"/staff-invitations","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"invitations","cursor":null}},
  inviteStaff: {"method":"POST","path":"/staff-invitations","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[201],"list":null},
  withdrawStaffInvitation: {"method":"DELETE","path":"/staff-invitations/{invitationId}","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  listStaffMails: {"method":"GET","path":"/staff-mails","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":{"entries":"mails","cursor":null}},
  readTestClock: {"method":"GET","path":"/test/clock","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  moveTestClock: {"method":"POST","path":"/test/clock","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  readTestData: {"method":"GET","path":"/test-data","hasBody":false,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  eraseTestData: {"method":"POST","path":"/test-data/erase","hasBody":true,"hasUpload":false,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[202],"list":null},
  identify: {"method":"POST","path":"/open/identify","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  loadWidget: {"method":"POST","path":"/open/widget","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  enterCode: {"method":"POST","path":"/open/friend-code","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  showOnLeaderboard: {"method":"POST","path":"/open/leaderboard","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  loadWelcome: {"method":"GET","path":"/open/welcome","hasBody":false,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  inviteFriends: {"method":"POST","path":"/open/invitations","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  chooseMails: {"method":"POST","path":"/open/mail-preferences","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  lookUpOpenCode: {"method":"GET","path":"/open/code/{code}","hasBody":false,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  lookUpTrackingCookie: {"method":"GET","path":"/open/code/{code}/cookie","hasBody":false,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  requestPageSignIn: {"method":"POST","path":"/open/page/sign-in","hasBody":true,"hasUpload":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[202],"list":null},
} as const

/** One method per operation, by its name in the reference. */
export type Client = {
  /**
   * Sync an account.
   *
   * Creates or updates an account. `referral.code` attributes the account to the owner of the code. `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same request or a later one. A referral converts only after a user of the account was identified. Repeating a request changes nothing.
   */
  syncAccount(input: {
    readonly body: AccountUpdate
  } & Idempotent & CallOptions): Promise<Account>
  /**
   * Retrieve an account.
   *
   * Returns an account with its subscription as last reported, and the referral that brought it.
   */
  readAccount(input: {
    readonly params: Pick<PathParams, 'accountId'>
  } & CallOptions): Promise<Account>
  /**
   * List accounts.
   *
   * Returns the accounts of the program, newest first, also those without a user or a referral. With `query`, only accounts whose ID or whose customer ID at the payment processor starts with it; where none does, those of the newest 10,000 accounts whose ID has it anywhere, in any case. `GET users` finds accounts by the people in them.
   */
  listAccounts(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'> & {
      /** Prefix of an account’s ID or of its customer ID; case-sensitive. */
      readonly query?: string | undefined
    }
  } & CallOptions): ListCall<Page<'accounts', AccountSummary>, 'accounts'>
  /**
   * List the events of an account.
   *
   * The timeline of an account, newest first: what happened to it and to the referrals that it made, and why; and what did not happen and why.
   */
  listAccountEvents(input: {
    readonly params: Pick<PathParams, 'accountId'>
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'>
  } & CallOptions): ListCall<Page<'events', TimelineEvent>, 'events'>
  /**
   * Block an account.
   *
   * Blocks an account, with immediate effect: the codes of its users attribute no new accounts, as if they were disabled, and the account itself can no longer be referred. The referrer’s side of its referrals in progress is held (`PENDING`, with the reason `REFERRER_BLOCKED`), and what converts unlocks no reward for it; friends get theirs. What was earned before stays, rewards in their hold period and discounts of the next bills included: cancel those separately. Sides that staff decided on are left as they are, and so is the referral that brought the account. Blocking a blocked account changes nothing; the first reason stays.
   */
  blockAccount(input: {
    readonly params: Pick<PathParams, 'accountId'>
    readonly body: Block
  } & Idempotent & CallOptions): Promise<Account>
  /**
   * Unblock an account.
   *
   * Undoes a block. The codes of the account work again, and every referral that was held by the block alone is released: one that has converted meanwhile gets the referrer’s reward that it would have by now, once. What a fraud rule or staff holds stays held. Accounts that were not attributed during the block stay so. Unblocking an account that is not blocked changes nothing.
   */
  unblockAccount(input: {
    readonly params: Pick<PathParams, 'accountId'>
    readonly body: Unblock
  } & Idempotent & CallOptions): Promise<Account>
  /**
   * Report a payment.
   *
   * Reports a payment of an account for its subscription, for programs without a connected payment processor: a connected one shows its payments itself (409 `PAYMENTS_COME_FROM_PROCESSOR`). The first payment converts the referral, as `PAID` of `POST accountsync` does. Each payment gives the referrer the share of a `PAYMENT_SHARE` reward, once, however often and in whatever order payments are reported; `PAID` alone converts and is no payment. A payment with the same `reference` counts once: it is answered as it was reported first. Report what is given back of it with `POST payments/reversal` and its reference.
   */
  reportPayment(input: {
    readonly body: PaymentReport
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: Payment } | { readonly status: 201; readonly answer: Payment }>
  /**
   * Report a reversed payment.
   *
   * Reports that a payment of an account was voided, refunded or disputed: the one that `paymentReference` names, or the first one, which converted the referral. Where the referrer has a share of payments (`PAYMENT_SHARE`), the same share is taken back, and given again when a dispute is won. For a payment of another reference that is all, but that a dispute counts for the rule `PAYMENT_DISPUTED`. For the first payment: within 60 days of the payment this holds the referrer’s side (`PENDING`) with the signal `FIRST_PAYMENT_VOIDED`, `FIRST_PAYMENT_REFUNDED` or `FIRST_PAYMENT_DISPUTED`, and takes back what of its reward is not redeemed. `DISPUTE_WON` approves the side again: with the reference of a reported dispute it ends that one, with another reference all that were reported until then. A side that your staff decided about stays as it is, with the signal beside it. `amount` counts for `REFUND` only. Left out, the whole payment was refunded. A smaller amount is recorded and has no effect, until the refunds together reach the whole: the present `value` of the account’s subscription, less the friend’s percentage. While no `value` is known, an amount counts as a part. A dispute later than 60 days after the payment is one of a later payment for the rule `PAYMENT_DISPUTED`. What was reported before the account’s first `PAID` is recorded and has no effect. A program without a payment processor needs these reports; its only later payments are decisions of your staff. On a connected program reports count beside what the processor shows, and its refunds and disputes need none; a later payment that settled there approves the side again in any case. A report with the same account, kind and `reference` counts once: it is answered like the first one.
   */
  reportPaymentReversal(input: {
    readonly body: PaymentReversalReport
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: PaymentReversal } | { readonly status: 201; readonly answer: PaymentReversal }>
  /**
   * Look up a referral code.
   *
   * Call this from your server before you create the subscription, so that the first bill of a new customer includes the discount: add a discount that inherits from `discountId`, with an amount of `discountPercentage` of the plan’s price; at Stripe, create the subscription with the coupon `discountId`, which exists when this is answered. `/discount/{code}` and `/coupon/{code}` are the same operation.
   */
  lookUpCode(input: {
    readonly params: Pick<PathParams, 'code'>
  } & CallOptions): Promise<CouponInformation>
  /**
   * Link a processor customer and apply a coupon.
   *
   * Call this from your server after you created the customer at the payment processor. It links the account to the customer and attributes the account by the coupon, so that discounts are applied to the customer’s subscription. Returns 201 the first time and 200 on a repeat. The link is stored first; then the customer is read at the processor, for at most 2 seconds. A customer that paid before gets no discount: `couponApplies` is false, and `reason` says why. Without `couponApplies` the processor did not respond in time: the rest is done asynchronously and retried, and what the processor shows then decides.
   */
  linkDiscount(input: {
    readonly body: DiscountLink
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: AccountDiscount } | { readonly status: 201; readonly answer: AccountDiscount }>
  /**
   * Report a bill.
   *
   * For programs that are connected with `{"processor": "manual"}`: tells what your own system has billed. `GET discounts` and the event `discount.changed` tell what the next bill of a subscription should have off. A bill links the subscription with the account. The first bill of more than nothing converts the referral; every bill counts for percentages of so many months, and `GET bills` compares it with the discount that it should have had. Money that was taken too much is given back by you: the service does not call your system. A bill is reported once by its subscription and day (UTC): a repeat is answered with 200 and changes nothing, another content with 409. What follows from it happens within seconds.
   */
  reportBill(input: {
    readonly body: BillReport
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: ReportedBill } | { readonly status: 201; readonly answer: ReportedBill }>
  /**
   * Retrieve an account’s discounts and credits.
   *
   * Computes the discount that an account’s next bill would have if it was made now; `GET discounts` says what the next bill of each subscription will have on its day, when a reward that is held until then counts as well. Call it when the price of a subscription changes, and apply the result to the subscription before prorated charges are made. With `value` the response includes the discount as an amount. With `couponCode` it previews the discount as if that code had been used, also for an account that does not exist yet. Has no side effects.
   */
  readAccountReward(input: {
    readonly params: Pick<PathParams, 'accountId'>
    readonly query?: {
      /** A referral code to preview. 2 to 64 letters, digits, `_` or `-`. Not case-sensitive; spaces, invisible characters and punctuation around it are ignored, letters of full width are plain ones, and a share link gives its code. The imported codes of an earlier product lead to the code that their owner has now. */
      readonly couponCode?: string | undefined
      /** The price to compute `discountAmount` for. A decimal number in the currency’s major unit, such as `49.90`. */
      readonly value?: string | undefined
      /** Currency of `value`. Defaults to the account’s currency, else the program’s. */
      readonly currency?: string | undefined
    }
  } & CallOptions): Promise<AccountDiscount>
  /**
   * List subscription discounts.
   *
   * Returns the live subscriptions at the payment processor that have a referral discount or whose account has a reward, newest first: what is to be taken off the next bill, and what the processor takes off now. Filters are combined with AND.
   */
  listDiscounts(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only discounts of this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** Only discounts in this state. */
      readonly state?: DiscountState | undefined
    }
  } & CallOptions): ListCall<Page<'discounts', DiscountWithUser>, 'discounts'>
  /**
   * List bills.
   *
   * Returns the bills of subscriptions with a reward or with our discount, newest first: what was taken off each, and what should have been. A bill is kept when it is seen, within a day of its payment; bills from before the account was linked with its customer are left out, except for a friend’s first bill. Filters are combined with AND.
   */
  listBills(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only bills of this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** Only bills of this subscription at the payment processor. */
      readonly subscriptionId?: string | undefined
      /** Only bills in this state. */
      readonly state?: BillState | undefined
      /** Only bills that were made at this time or later. Milliseconds since the epoch. */
      readonly from?: number | undefined
      /** Only bills that were made at this time or before. Milliseconds since the epoch. */
      readonly to?: number | undefined
    }
  } & CallOptions): ListCall<Page<'bills', BillWithUser>, 'bills'>
  /**
   * Refund what was paid too much.
   *
   * Gives back what the customer paid too much for a bill, once, however often it is requested. The refund is made in the background: the bill stays `WRONG` with the reason `REFUND_DUE` until the payment is settled and refunded, then it is `MENDED`; `REFUND_REFUSED` says that the payment processor did not accept it. A bill that was paid too little cannot be mended: waive it.
   */
  mendBill(input: {
    readonly params: Pick<PathParams, 'billId'>
  } & Idempotent & CallOptions): Promise<Bill>
  /**
   * Leave a wrong bill as it is.
   *
   * Marks a wrong bill as `WAIVED`: it was looked at, and is left as it is. Waiving a waived bill changes nothing; the first reason stays. A bill that is right or mended, or whose refund is under way, cannot be waived.
   */
  waiveBill(input: {
    readonly params: Pick<PathParams, 'billId'>
    readonly body: BillWaiver
  } & Idempotent & CallOptions): Promise<Bill>
  /**
   * Create or update a user.
   *
   * Creates the user and the account if they do not exist; otherwise updates the given fields and keeps the others. The first user of an account that has already paid completes a referral that was waiting for a user. A new user gets a referral code: the requested `referralCode`, or a generated one. Requesting another code later makes it the user’s current code; earlier codes keep working. This operation never attributes an account; use `referral.code` of accountsync for that.
   */
  upsertUser(input: {
    readonly body: UserUpdate
  } & Idempotent & CallOptions): Promise<User>
  /**
   * Retrieve a user.
   *
   * Returns a user of an account with their referral code and share links.
   */
  readUser(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
  } & CallOptions): Promise<User>
  /**
   * Retrieve a referrer’s figures.
   *
   * Returns what came of a user’s code so far: clicks, friends, what was saved, what comes next, and what the friends paid. `POST open/widget` returns the same to signed calls, without what the friends paid.
   */
  readFigures(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
  } & CallOptions): Promise<FiguresWithMoney>
  /**
   * List users.
   *
   * Returns the users of the program, newest first. With `query`, only users whose ID, first name, last name, e-mail address or referral code starts with it; where none does, those of the newest 10,000 users whose ID has it anywhere, in any case. With `blocked=true`, only users of blocked accounts.
   */
  listUsers(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'> & {
      /** Prefix of an ID, a name, an e-mail address or a referral code. IDs are case-sensitive; names, e-mail addresses and codes are not. Accents make no difference, and neither do the dots of an e-mail address before its `@`. */
      readonly query?: string | undefined
      /** Only users of this account. Not together with `query` or `blocked`. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** `true` returns only users of blocked accounts. */
      readonly blocked?: 'true' | undefined
      /** Only users who were created in this time range. Not together with `query` or `blocked`. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
      /** `true` adds `figures` to each user: what came of their code. */
      readonly figures?: 'true' | undefined
      /** `OLDEST` returns the oldest first, not together with `query` or `blocked`. Keep it when you follow `nextCursor`. */
      readonly order?: 'NEWEST' | 'OLDEST' | undefined
    }
  } & CallOptions): ListCall<Page<'users', ListedUser>, 'users'>
  /**
   * Retrieve everything stored about a user.
   *
   * Returns everything that is stored about a person, wherever it is stored, to answer a data request. A response has at most `limit` records and 8 MB; while `nextCursor` is not null, there is more. A response may have fewer records than `limit`, or none, and still a `nextCursor`, because some kinds of records are searched for a person in steps. Nothing about other people is included; for example, not who followed a link.
   */
  readUserData(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
    readonly query?: {
      /** Maximum number of records; defaults to 1000. The deliveries of one event are never divided. */
      readonly limit?: number | undefined
      /** `true` adds the same records with titles, labels and times that the person can read. */
      readonly readable?: 'true' | 'false' | undefined
      /** The `nextCursor` of the previous response. */
      readonly cursor?: string | undefined
    }
  } & CallOptions): Promise<UserData>
  /**
   * Erase a user.
   *
   * Erases everything that is stored about a person. At once: names, e-mail address and your ID of the user; their referral codes are replaced by disabled placeholders; if the account has no other users, your ID of the account is replaced too. By a background job, within the day: the codes in referrals and events, the clicks on their links, stored responses, raw notifications. Amounts, states and dates stay, and so do the referrals and rewards, without saying whose they were. A repeated request changes nothing and returns the progress. While the account’s customer at the payment processor has a live subscription, its discount goes on, and the processor’s IDs stay until the subscription ends (`WAITING`). Later calls that name the person do not store them again: `POST user` returns `USER_ERASED`, browser calls are answered as usual and store nothing.
   */
  eraseUser(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
  } & Idempotent & CallOptions): Promise<Erasure>
  /**
   * Update a referral code.
   *
   * Disables or enables a code, or sets when it expires. Absent fields stay unchanged. A disabled or expired code no longer attributes accounts; existing referrals and rewards are kept. The expiry can be changed but not removed: to keep a code, set a date far in the future. Also finds disabled and expired codes.
   */
  updateCode(input: {
    readonly params: Pick<PathParams, 'code'>
    readonly body: CodeUpdate
  } & Idempotent & CallOptions): Promise<ReferralCode>
  /**
   * Give a user a chosen code.
   *
   * Makes a code that was chosen the user’s current one. Earlier codes and share links with them keep working, and attribute to the same user. Codes of other users, and reserved words such as `ADMIN`, paths such as `PORTAL`, and words of the program’s name, alias, sender and host, are `CODE_TAKEN`. The current code again changes nothing.
   */
  chooseCode(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
    readonly body: CodeChoice
  } & Idempotent & CallOptions): Promise<User>
  /**
   * List a user’s codes.
   *
   * Returns the codes that the user has and had, the current one first, then the newest; at most 100. Former ones keep working unless they are disabled.
   */
  listCodes(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
  } & CallOptions): ListCall<UserCodes, 'codes'>
  /**
   * Choose one’s own code.
   *
   * Makes a code that the signed-in user chose their current one, where the program has `referrersChooseCodes`. Called by the widget; the call must be signed. Each user can choose five codes; going back to an earlier one is not counted. Earlier codes keep working.
   */
  chooseOwnCode(input: {
    readonly body: OwnCodeChoice
  } & CallOptions): Promise<OwnCode>
  /**
   * List referrals.
   *
   * Returns the referrals of the program, newest first unless `order` says otherwise. Filters are combined with AND. `waitsFor=DECISION` is the queue of what staff have to decide: with `sort=amountAtStake` by what is at stake, the most first, with `order=OLDEST` from the one that waits the longest.
   */
  listReferrals(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'> & {
      /** Only referrals made by this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly referringAccountId?: string | undefined
      /** Only the referral of this account as the referred one. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly referredAccountId?: string | undefined
      /** Only referrals with this status. */
      readonly status?: ReferralStatus | undefined
      /** Only referrals of which at least one side has this moderation status. */
      readonly moderationStatus?: ModerationStatus | undefined
      /** Only referrals with a side that waits: `DECISION` for staff, `CONFIRMATION` for the server of the merchant, a signed call or the payment processor, because until now only unsigned calls know the friend and the payment. One that only a block of the referrer holds waits for neither. */
      readonly waitsFor?: 'DECISION' | 'CONFIRMATION' | undefined
      /** ID of a referral. Only what waits for staff around it, itself included: referrals by the same referrer, and those of accounts that share a card, a device, a mail domain or a network that few use with one of its two accounts, or that are of the same person. At most 500, the oldest. */
      readonly cluster?: string | undefined
      /** Only referrals that this fraud rule flagged while it was active. */
      readonly fraudRule?: FraudRuleName | undefined
      /** Only referrals that this fraud rule flagged while it was in shadow mode. */
      readonly shadowFraudRule?: FraudRuleName | undefined
      /** Only referrals attributed in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateReferralStarted?: string | undefined
      /** Only referrals converted in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateConverted?: string | undefined
      /** Only referrals that ended in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateReferralEnded?: string | undefined
      /** Sorts by this date or amount instead of by when the entries were created, in the direction of `order`, and leaves out entries without it. Only a range of the same date can be combined with it: with another filter, a page could have to read all entries in this order. Keep it when you follow `nextCursor`. With `amountAtStake` the list is that of `waitsFor=DECISION`, and the most comes first unless `order` is `OLDEST`. A `cluster` has few enough referrals to sort them yourself by `amountAtStake`. */
      readonly sort?: 'dateConverted' | 'dateReferralEnded' | 'amountAtStake' | undefined
      /** `OLDEST` returns the oldest first, as for a queue of what waits for a decision. Keep it when you follow `nextCursor`. */
      readonly order?: 'NEWEST' | 'OLDEST' | undefined
    }
  } & CallOptions): ListCall<Page<'referrals', ListedReferral>, 'referrals'>
  /**
   * Retrieve a referral.
   *
   * Returns a referral with both sides: users, rewards, moderation and fraud signals.
   */
  readReferral(input: {
    readonly params: Pick<PathParams, 'referralId'>
  } & CallOptions): Promise<Referral>
  /**
   * Retrieve what a decision about a referral is about.
   *
   * How the friend came and what they have paid, what each side has or would get, what that is worth and what it has taken off bills, what the referrer wrote about it, and what was decided before about the same accounts. Changes nothing.
   */
  readReferralReview(input: {
    readonly params: Pick<PathParams, 'referralId'>
  } & CallOptions): Promise<ReferralReview>
  /**
   * Retrieve what waits for a decision in total.
   *
   * Returns how much waits for your staff, what is at stake of it, how long the oldest has waited, and how long your staff took for their decisions of the last 30 days. `GET referrals?waitsFor=DECISION` lists what waits.
   */
  readReviewSummary(input?: CallOptions): Promise<ReviewSummary>
  /**
   * Attribute an account by hand.
   *
   * Attributes a known account to the owner of a code after the fact, for a friend who forgot the code. The rules of a code apply: an account has one referral, no account refers itself, fraud rules decide, limits on rewards hold. Two rules can be overruled: a code counts although it is disabled or expired; and with `allowExistingCustomer`, so does an account that has paid already. Its referral converts at once, as if code and `PAID` had come in one call, and the months of both rewards begin now; nothing of earlier bills is refunded. Returns 201, or 200 if the account was referred by this code before: then nothing changes.
   */
  attributeByHand(input: {
    readonly body: AttributionByHand
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: Referral } | { readonly status: 201; readonly answer: Referral }>
  /**
   * Moderate referrals.
   *
   * Approves, denies or holds sides of referrals. Takes up to 100 actions, which are applied in order, all or none. A denied or held side has no reward. Approving creates the reward once; denying it later cancels the unredeemed part, and approving again restores it. Every decision can be undone by another one, at any time: `APPROVE` after `DENY` restores the reward, `DENY` after `APPROVE` cancels it again. Two things are not undone: credit that was redeemed stays redeemed, and an approval after the end of the referral, or above the program’s limit, restores no reward that is no longer owed. There is no way back to the state before any decision: rules never override a manual decision. Returns each referral once, in the order of the actions.
   */
  moderateReferrals(input: {
    readonly body: Moderation
  } & Idempotent & CallOptions): Promise<ModeratedReferrals>
  /**
   * Write about a referral that is checked.
   *
   * Takes what a referrer has to say about a referral whose reward waits for a decision, once. The token is the last part of the link in the notice to the referrer, and is valid until the decision. Your staff see the text beside the referral.
   */
  appealDecision(input: {
    readonly body: Appeal
  } & CallOptions): Promise<ReceivedAppeal>
  /**
   * Retrieve the fraud rules with their figures.
   *
   * Returns each fraud rule with its mode, the referrals that it flagged in a range of days, and how their sides are decided now: so that you see how often a rule is right before you make it active. A referral counts on the day on which the rule flagged it. `GET referrals` lists them with `fraudRule` and `shadowFraudRule`.
   */
  readFraudRules(input?: {
    readonly query?: Pick<QueryFields, 'from' | 'to'>
  } & CallOptions): Promise<FraudRules>
  /**
   * Simulate fraud rules.
   *
   * Tries modes and thresholds of fraud rules on the stored facts of referrals, before you save them in the program: what would have been held, what that is worth, and how your staff decided about the same referrals. Nothing is held. What takes longer than two seconds is left to a background job: the status is 202, and you retrieve the simulation until its state is `DONE`. A repeated request within the same minute is answered with the same simulation. The newest 50 simulations of a program are kept, for 7 days.
   */
  createFraudSimulation(input: {
    readonly body: FraudSimulationRequest
  } & Idempotent & CallOptions): Promise<{ readonly status: 200; readonly answer: FraudSimulation } | { readonly status: 202; readonly answer: FraudSimulation }>
  /**
   * Retrieve a simulation of fraud rules.
   *
   * Returns a simulation with its figures and a page of the referrals that would have been held. The figures are of the time of the request, the referrals of now.
   */
  readFraudSimulation(input: {
    readonly params: Pick<PathParams, 'simulationId'>
    readonly query?: Pick<QueryFields, 'cursor'>
  } & CallOptions): Promise<FraudSimulation>
  /**
   * List rewards.
   *
   * Returns the rewards of the program, newest first unless `sort` or `order` says otherwise. Filters are combined with AND.
   */
  listRewards(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only rewards of this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** Only rewards with this status. */
      readonly status?: RewardStatus | undefined
      /** Only rewards of this type. */
      readonly type?: RewardType | undefined
      /** Only rewards that were created in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
      /** Only rewards that expire in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateExpires?: string | undefined
      /** Sorts by this date instead of by when the entries were created, in the direction of `order`, and leaves out entries without it. Only a range of the same date can be combined with it: with another filter, a page could have to read all entries in this order. Keep it when you follow `nextCursor`. */
      readonly sort?: 'dateExpires' | undefined
    }
  } & CallOptions): ListCall<Page<'rewards', RewardWithUser>, 'rewards'>
  /**
   * Retrieve a reward.
   *
   * Returns one reward, whatever its source and status.
   */
  readReward(input: {
    readonly params: Pick<PathParams, 'rewardId'>
  } & CallOptions): Promise<RewardWithUser>
  /**
   * Create a manual reward.
   *
   * Gives an account a reward that does not depend on a referral, immediately or at a scheduled time. Its months count from the time it is given; if `dateExpires` is set as well, `dateExpires` applies. Each request creates a new reward, so an `Idempotency-Key` is required.
   */
  giveReward(input: {
    readonly body: NewReward
  } & Idempotent & CallOptions): Promise<Reward>
  /**
   * Cancel a reward.
   *
   * Cancels a reward, whatever its source. A percentage discount stops immediately; the unspent part of a credit is removed. Credit that is reserved for a bill not yet made is taken back once the payment processor no longer takes it off that bill, which is waited for up to 5 seconds: `reservedCredit` in the response is what still lies on the bill, and is redeemed if the bill is made with it, or reversed otherwise. Cancelling a cancelled reward changes nothing. A fully redeemed or expired reward cannot be cancelled.
   */
  cancelReward(input: {
    readonly params: Pick<PathParams, 'rewardId'>
    readonly body?: RewardCancellation
  } & Idempotent & CallOptions): Promise<Reward>
  /**
   * Redeem credit.
   *
   * Redeems an amount of one unit of an account’s credit, starting with the credit that expires first. Redeems the full amount or nothing. Credit that only stands by for a bill not yet made (`reservedCredit` of a reward) can be redeemed as well: the discount of that bill is lowered at the payment processor first, which takes up to 5 seconds. If the processor cannot be asked, the answer is 503 and nothing changed. From an hour before the bill the answer is 409 `CREDIT_BEING_BILLED`. One request uses at most 5,000 rewards; a larger amount is refused, and the message says how much can be redeemed at once. Each request redeems again, so an `Idempotency-Key` is required.
   */
  redeemCredit(input: {
    readonly body: CreditToRedeem
  } & Idempotent & CallOptions): Promise<CreditRedemption>
  /**
   * List published events.
   *
   * Returns the events that webhooks deliver, oldest first unless `order` says otherwise: to catch up on missed deliveries, or instead of webhooks. Store `nextCursor` and pass it as `after` in the next request; `count` is 0 while there is nothing new. An event appears within about a second. Events are kept for 30 days.
   */
  listEvents(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'totalCount'> & {
      /** Only events of this type. */
      readonly type?: EventType | undefined
      /** Only events about this account of yours: its users, rewards, balances and discounts, and the referral that it was referred by. Each event is about one account, and those of a referral are about the referred one: `data.referringAccountId` names the referrer, and `GET referrals?referringAccountId=` lists what an account referred. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** The `nextCursor` of the previous response. Omit it to start with the oldest event that is kept, or with `order=NEWEST` with the newest. */
      readonly after?: string | undefined
      /** `NEWEST` returns the newest first, to look at what happened last; `nextCursor` then goes on with older events. To follow the feed, leave it out. */
      readonly order?: 'OLDEST' | 'NEWEST' | undefined
    }
  } & CallOptions): ListCall<{
    /** Number of entries on this page. */
    readonly count: number
    readonly totalCount: number | null
    /** Where to go on: pass it as `after`. Never null, so that polling can continue. */
    readonly nextCursor: string
    /** The entries of this page, in the requested order. */
    readonly events: readonly (EventEnvelope)[]
  }, 'events'>
  /**
   * Retrieve statistics.
   *
   * Returns the figures of a range of days in the program’s time zone: the funnel in total and per interval, channels, cohorts, rewards, money, and the best referrers.
   */
  readStatistics(input?: {
    readonly query?: Pick<QueryFields, 'from' | 'to'> & {
      /** Length of the intervals; weeks start on Monday. A range can have 400 days, 2,800 days with `WEEK`, 12,400 days with `MONTH`. */
      readonly interval?: 'DAY' | 'WEEK' | 'MONTH' | undefined
      /** `PREVIOUS_PERIOD` adds `previous`: the funnel and the money of the days before the range, as many as it has. Without it `previous` is null. */
      readonly compare?: 'PREVIOUS_PERIOD' | undefined
    }
  } & CallOptions): Promise<Statistics>
  /**
   * List the best referrers.
   *
   * Returns the referrers of a range of days, those with the most conversions, attributions or clicks first. A range of whole months costs least: a calendar month and all time are read in the order of the list.
   */
  listTopReferrers(input?: {
    readonly query?: Pick<QueryFields, 'from' | 'to' | 'limit' | 'cursor' | 'totalCount'> & {
      /** What referrers are ranked by. Those who have none of it in the range are left out, so `CLICKS` lists everybody whose share link was followed. */
      readonly rankedBy?: 'CONVERTED' | 'ATTRIBUTED' | 'CLICKS' | undefined
    }
  } & CallOptions): ListCall<Page<'referrers', StatisticsReferrer>, 'referrers'>
  /**
   * List what needs attention.
   *
   * Returns what staff have to look at: referrals that wait for a decision, a connection that does not work, discounts that the processor refused, failing webhooks and jobs, failed imports and exports of the last 7 days, and API keys in use that expire within 14 days.
   */
  readAttention(input?: CallOptions): Promise<Attention>
  /**
   * Check the integration.
   *
   * Returns for each step of an integration whether and when it was seen, and what is missing. What pages and servers do appears within seconds.
   */
  readIntegration(input?: CallOptions): Promise<Integration>
  /**
   * Retrieve the program.
   *
   * Returns all settings of the program: rewards, conditions, share links, fraud rules and the widget.
   */
  readProgram(input?: CallOptions): Promise<Program>
  /**
   * Replace the program.
   *
   * Replaces all settings of the program: retrieve it, change it, and send all of it with the `version` you retrieved. Null clears `landingPage`, `fallbackPage`, `referredReward` and `referrerReward`; any other field that is null or absent is reset to its default. Rewards already given keep their terms. Turning the program on is refused while set-up is missing at a connected payment processor, and another `processorDiscountId` while subscriptions have discounts with the present one. A repeated request fails with `STALE_VERSION` unless it has the same `Idempotency-Key`.
   */
  replaceProgram(input: {
    readonly body: ProgramUpdate
  } & Idempotent & CallOptions): Promise<Program>
  /**
   * Preview what friends and referrers see.
   *
   * Returns the greeting on your pages and the card of a share link as friends would see them with these settings, for a made-up referrer, and the page for referrers. Nothing is stored.
   */
  previewOffer(input: {
    readonly body: OfferPreviewRequest
  } & Idempotent & CallOptions): Promise<OfferPreview>
  /**
   * Forecast what a program costs and brings.
   *
   * Computes the first year of a program, month by month: bills of friends, and what is taken off them and off the bills of their referrers, with the holds, limits, milestones and months of the rewards. The settings may be saved or not; nothing is stored. Equal requests have equal answers.
   */
  forecastProgram(input: {
    readonly body: ForecastRequest
  } & Idempotent & CallOptions): Promise<ProgramForecast>
  /**
   * List e-mails.
   *
   * Returns the e-mails to participants of the last 30 days, newest first, without their content. Filters are combined with AND.
   */
  listMails(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'> & {
      /** Only e-mails to users of this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** Only e-mails in this state. */
      readonly state?: MailState | undefined
      /** Only e-mails of this kind. */
      readonly kind?: ListedMailKind | undefined
    }
  } & CallOptions): ListCall<Page<'mails', Mail>, 'mails'>
  /**
   * Retrieve an e-mail.
   *
   * Returns an e-mail with sender, recipient and content. The content is rendered now, from the current texts, names and rewards; it is not stored.
   */
  readMail(input: {
    readonly params: Pick<PathParams, 'mailId'>
  } & CallOptions): Promise<RenderedMail>
  /**
   * Preview an e-mail.
   *
   * Renders an e-mail with made-up names, the rewards of the program, and its texts or the ones you send. Nothing is stored or sent.
   */
  previewMail(input: {
    readonly body: MailPreview
  } & Idempotent & CallOptions): Promise<MailContent>
  /**
   * Retrieve the e-mails that a user wants.
   *
   * Returns which e-mails a user wants. Only the user can change it: on the page behind the link in each e-mail, or by a signed call.
   */
  readMailPreferences(input: {
    readonly params: Pick<PathParams, 'accountId' | 'userId'>
  } & CallOptions): Promise<MailPreferences>
  /**
   * Suppress an address.
   *
   * Has no invitations sent to an address any more, for ever: after a complaint, or when a mail server reported to your bounce address that it does not exist. Kept as a keyed hash, and what is kept of the address for earlier invitations is erased. E-mails to users are not concerned; they choose for themselves. Repeats change nothing.
   */
  suppressAddress(input: {
    readonly body: Suppression
  } & Idempotent & CallOptions): Promise<{
    /** Always true. */
    readonly suppressed: boolean
  }>
  /**
   * Connect a payment processor.
   *
   * Connects the program to a merchant at the payment processor. The credentials are checked by a call to the processor, then stored encrypted; if the processor rejects them or cannot be reached, nothing is stored. Sending the same merchant again replaces its keys; another merchant is refused while subscriptions of the connected one have referral discounts. Test programs take the processor’s sandbox, live programs its production environment.
   */
  connectProcessor(input: {
    readonly body: ConnectionCredentials
  } & Idempotent & CallOptions): Promise<Connection>
  /**
   * Retrieve the connection.
   *
   * Returns the connection to the payment processor: its state, the URL for its webhook, and what is missing. Does not call the processor.
   */
  readConnection(input?: CallOptions): Promise<Connection>
  /**
   * Check the connection.
   *
   * Calls the payment processor and looks for missing set-up again. Rejected credentials are not an error of this operation: the connection is then `BROKEN`.
   */
  checkConnection(input?: Idempotent & CallOptions): Promise<Connection>
  /**
   * Compare discounts with the payment processor.
   *
   * Reads the customer of one account, or of all accounts, at the payment processor, and corrects discounts that are different, for example after a change in the control panel. An account without a customer counts as 0. Customers that cannot be compared within about 10 seconds are compared in the background and are not counted. A repeated request compares again.
   */
  reconcileConnection(input: {
    readonly body: ReconciliationRequest
  } & Idempotent & CallOptions): Promise<ConnectionReconciliation>
  /**
   * Remove the connection.
   *
   * Deletes the stored keys. By default discounts at the processor stay as they are and are no longer changed; the response says how many subscriptions have one. With `discounts=REMOVE` they are removed first, in the background: `state` is `REMOVING`, `removal` in `GET connection` says how many are left, and the keys are deleted with the last one. Promotion codes that the program made end in the same way, also with `LEAVE`, as friends who enter one later would not be known. Rewards stay, and are applied again after a new connection. Another request with `LEAVE` deletes the keys at once, with what is left, and `PUT connection` sets the discounts again. A repeated request fails with `PROCESSOR_NOT_CONNECTED` after the keys are deleted, unless it has the same `Idempotency-Key`.
   */
  removeConnection(input?: {
    readonly query?: {
      /** What becomes of the referral discounts at the processor. Defaults to `LEAVE`. */
      readonly discounts?: 'LEAVE' | 'REMOVE' | undefined
    }
  } & Idempotent & CallOptions): Promise<RemovedConnection>
  /**
   * List notifications of the processor.
   *
   * Returns the notifications that the payment processor sent in the last 90 days, newest first. Filters are combined with AND. Requests with a wrong signature are not stored: `rejected` counts them.
   */
  listNotifications(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'> & {
      /** Only notifications of this kind. */
      readonly kind?: string | undefined
      /** Only notifications in this state. */
      readonly state?: NotificationState | undefined
    }
  } & CallOptions): ListCall<{
    /** Number of entries on this page. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly notifications: readonly (Notification)[]
    readonly rejected: RejectedNotifications
  }, 'notifications'>
  /**
   * Retrieve a notification of the processor.
   *
   * Returns a notification with its decoded payload and what it caused.
   */
  readNotification(input: {
    readonly params: Pick<PathParams, 'notificationId'>
  } & CallOptions): Promise<NotificationDetails>
  /**
   * Process a notification again.
   *
   * Processes a notification again, in the background. This is always safe: the state of the customer is read at the processor, and nothing is charged, discounted or rewarded twice.
   */
  rerunNotification(input: {
    readonly params: Pick<PathParams, 'notificationId'>
  } & Idempotent & CallOptions): Promise<Notification>
  /**
   * Request an export.
   *
   * Writes the records of a kind to a file, in the order in which they were created. It is a background job: retrieve the export until its state is `DONE`. While an export is not finished, the same request returns it again. At most 50 exports of a program are kept at a time.
   */
  createExport(input: {
    readonly body: ExportRequest
  } & Idempotent & CallOptions): Promise<Export>
  /**
   * List exports.
   *
   * Returns the exports that are not expired, newest first unless `order` says otherwise.
   */
  listExports(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only exports that were requested in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
    }
  } & CallOptions): ListCall<Page<'exports', Export>, 'exports'>
  /**
   * Retrieve an export.
   *
   * Returns an export with its progress and, once it is complete, the URL of the file.
   */
  readExport(input: {
    readonly params: Pick<PathParams, 'exportId'>
  } & CallOptions): Promise<Export>
  /**
   * List webhook receivers.
   *
   * Returns the webhook receivers of the program, newest first, without their secrets.
   */
  listWebhooks(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'>
  } & CallOptions): ListCall<Page<'webhooks', Receiver>, 'webhooks'>
  /**
   * Create a webhook receiver.
   *
   * Creates a receiver and returns its signing secret. Events that happen from now on are sent to it by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies. Nothing is sent to check the URL: request a test event afterwards. A program can have 20 receivers in each mode, each with a URL of its own.
   */
  createWebhook(input: {
    readonly body: NewReceiver
  } & Idempotent & CallOptions): Promise<ReceiverWithSecret>
  /**
   * Retrieve a webhook receiver.
   *
   * Returns a webhook receiver without its secret.
   */
  readWebhook(input: {
    readonly params: Pick<PathParams, 'webhookId'>
  } & CallOptions): Promise<Receiver>
  /**
   * Change a webhook receiver.
   *
   * Changes the given fields and leaves the others as they are. The secret stays the same. While a receiver is disabled no deliveries are created for it: retrieve what it missed with `GET events`.
   */
  updateWebhook(input: {
    readonly params: Pick<PathParams, 'webhookId'>
    readonly body: ReceiverChange
  } & Idempotent & CallOptions): Promise<Receiver>
  /**
   * Delete a webhook receiver.
   *
   * Deletes a receiver with its secret, and returns it. Pending deliveries are not sent. A repeated request fails with `RECEIVER_NOT_FOUND` unless it has the same `Idempotency-Key`.
   */
  deleteWebhook(input: {
    readonly params: Pick<PathParams, 'webhookId'>
  } & Idempotent & CallOptions): Promise<Receiver>
  /**
   * Rotate the secret of a webhook receiver.
   *
   * Creates a new signing secret and returns it. For 24 hours each event has two signatures, one with the new and one with the previous secret, so that the receiver can change over. A repeat within five minutes returns the same secret, so retries are safe.
   */
  rotateWebhookSecret(input: {
    readonly params: Pick<PathParams, 'webhookId'>
  } & Idempotent & CallOptions): Promise<ReceiverWithSecret>
  /**
   * Send a test event.
   *
   * Sends an event of type `test` to the receiver, whatever types it takes. It is tried once, and its failure does not count against the receiver. Retrieve the delivery to see the response.
   */
  testWebhook(input: {
    readonly params: Pick<PathParams, 'webhookId'>
  } & Idempotent & CallOptions): Promise<Delivery>
  /**
   * List deliveries.
   *
   * Returns the deliveries to a receiver of the last 30 days with their attempts, newest first unless `order` says otherwise. Filters are combined with AND.
   */
  listDeliveries(input: {
    readonly params: Pick<PathParams, 'webhookId'>
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only deliveries in this state. */
      readonly state?: DeliveryState | undefined
      /** Only the delivery of this event. */
      readonly eventId?: string | undefined
      /** Only deliveries that were created in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
    }
  } & CallOptions): ListCall<Page<'deliveries', Delivery>, 'deliveries'>
  /**
   * Retrieve a delivery.
   *
   * Returns a delivery with the first 4 KiB of each request and response. Kept for 30 days.
   */
  readDelivery(input: {
    readonly params: Pick<PathParams, 'deliveryId'>
  } & CallOptions): Promise<LoggedDelivery>
  /**
   * Send an event again.
   *
   * Sends the event of a delivery again, with the same ID and up to 12 new attempts. A pending delivery is sent now.
   */
  resendDelivery(input: {
    readonly params: Pick<PathParams, 'deliveryId'>
  } & Idempotent & CallOptions): Promise<Delivery>
  /**
   * Send the events of a period again.
   *
   * Sends the events of a period again whose deliveries to this receiver are in the given state, at most 10,000 in a request: otherwise nothing is sent, and the period must be shorter.
   */
  resendDeliveries(input: {
    readonly params: Pick<PathParams, 'webhookId'>
    readonly body: ResendRequest
  } & Idempotent & CallOptions): Promise<ResentDeliveries>
  /**
   * Import a file.
   *
   * Takes a file of up to 1 GiB with users, referrals or balances, as CSV with a header line or as NDJSON, in UTF-8, and imports it in the background. Fields of CSV are separated by commas, semicolons or tabs, as the header or a first line such as `sep=;` shows. Names of columns count in any case, and `accountId+id` fills both fields. Times before 2000 are rejected, because another unit was meant. Imports of a program run one after the other. The same file again changes nothing. `ignoredColumns` of the import names what was not imported. Referrals and balances need the scope `money` too, because they give rewards and credit.
   *
   * - `users`: `accountId`, `id`, `email`, `firstName`, `lastName`, `locale`, `referralCode`, `dateCodeDisabled`, `dateCodeExpires`, `furtherCodes`, `formerCodes`, `dateBlocked`, `blockReason`, `dateClosed`
   * - `referrals`: `referralCode` (or `referringAccountId` and `referringUserId`), `referredAccountId`, `status`, `dateReferralStarted`, `dateConverted`, `dateReferralEnded`, and for each side what was decided and its reward: `referrerModerationStatus`, `referrerDecidedBy`, `referrerDecidedAs`, `dateReferrerDecided`, `referrerReward`, the same for `referred…`; `attributedByHand`, `dateUnconfirmed`
   * - `balances`: `accountId`, `unit`, `amount`, `dateExpires`, `type`, `dateScheduledFor`, `id`, `rewardSource`, `referredAccountId`, `months`, `dateCreated`
   *
   * `formerCodes` are codes of an earlier product of 1 to 128 characters in any form, with `|` between them, as they were shared: wherever a friend’s code counts they lead to the user, and the exact spelling wins over another case. Files of exports have these columns. Dates are milliseconds since the epoch or ISO 8601, or as `dateFormat` says. Imported events are on the timeline; they send no webhooks and no e-mails. An `Idempotency-Key` compares method and path, not the file.
   */
  createImport(input: {
    readonly query: {
      /** What each row of the file is. */
      readonly kind: ImportKind
      /** `true` checks every row, also against what is stored, and stores nothing. */
      readonly dryRun?: 'true' | 'false' | undefined
      /** The product that the file was exported from. */
      readonly mapping?: ImportMapping | undefined
      /** How the file writes dates: `ms`, `s` for seconds since the epoch, `ISO`, or a pattern of `YYYY`, `MM` and `DD` in the order of the file, such as `DD.MM.YYYY` or `MM/DD/YYYY`, with `HH:mm`, `HH:mm:ss`, `hh:mm A` or `hh:mm:ss A` (AM or PM) after it, which a row may leave out. Times of a pattern are UTC. Without it, milliseconds and ISO 8601. */
      readonly dateFormat?: string | undefined
      /** The name of the file, by which people find the import in the list. */
      readonly fileName?: string | undefined
    }
    /** The file. Send one that does not fit into memory as a stream, without the client. */
    readonly upload: { readonly contentType: 'text/csv' | 'application/x-ndjson'; readonly text: string }
  } & Idempotent & CallOptions): Promise<Import>
  /**
   * List imports.
   *
   * Returns the imports of the last 30 days, newest first unless `order` says otherwise.
   */
  listImports(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only imports that were received in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
    }
  } & CallOptions): ListCall<Page<'imports', Import>, 'imports'>
  /**
   * Retrieve an import.
   *
   * Returns an import with the number of rows that are done. Imports are kept for 30 days.
   */
  readImport(input: {
    readonly params: Pick<PathParams, 'importId'>
  } & CallOptions): Promise<Import>
  /**
   * List the errors of an import.
   *
   * Returns why rows of the file were not imported, in the order of the file. The first 10000 errors of an import are kept; `rejected` of the import counts all of them.
   */
  listImportErrors(input: {
    readonly params: Pick<PathParams, 'importId'>
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'>
  } & CallOptions): ListCall<Page<'errors', ImportError>, 'errors'>
  /**
   * Download the rejected rows of an import.
   *
   * Returns the URL of a file with the rows that were not imported: as they were sent, with the same columns and the reason as a last column, `rejectedBecause`, which an import ignores. Correct it and send it to `POST imports` with the same `kind`, `mapping` and `dateFormat`. CSV is in UTF-8 with the separator of the file, NDJSON stays NDJSON. The first 10000 rejected rows are kept, up to 8 MiB, as long as the import. Rows that are too long to be read are not kept, nor those that name an erased user; when a user is erased, all rejected rows that were kept are deleted.
   */
  readRejectedRows(input: {
    readonly params: Pick<PathParams, 'importId'>
  } & CallOptions): Promise<RejectedRows>
  /**
   * List API keys.
   *
   * Returns the API keys of the program, newest first, without the keys themselves. Keys that are revoked or expired are included.
   */
  listApiKeys(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'>
  } & CallOptions): ListCall<Page<'apiKeys', ApiKey>, 'apiKeys'>
  /**
   * Create an API key.
   *
   * Creates an API key of the program and returns it; it cannot be retrieved later. A key can create keys with its own scopes only: a key without `money` gets `INSUFFICIENT_SCOPE` for a new key with `money`, and a key that expires needs a `dateExpires` no later than its own. A program can have 100 working keys in each mode.
   */
  createApiKey(input: {
    readonly body: NewApiKey
  } & Idempotent & CallOptions): Promise<ApiKeyWithSecret>
  /**
   * Roll an API key.
   *
   * Replaces an API key with a new one that has the same name, scopes and expiry, and returns it; rolled by a key that expires sooner, it expires with that one. The previous key keeps working for `overlapHours`, unless it was to expire sooner; with 0 it stops within five seconds. A key can roll keys with no more scopes than its own. A repeated request fails with `API_KEY_ENDED` unless it has the same `Idempotency-Key`.
   */
  rollApiKey(input: {
    readonly params: Pick<PathParams, 'keyId'>
    readonly body: KeyRoll
  } & Idempotent & CallOptions): Promise<RolledApiKey>
  /**
   * Revoke an API key.
   *
   * Revokes an API key and returns it. It stops working within five seconds and is listed as revoked from then on. Revoking it again changes nothing. The last working key with the scope `admin` can be revoked by staff, not by an API key.
   */
  revokeApiKey(input: {
    readonly params: Pick<PathParams, 'keyId'>
  } & Idempotent & CallOptions): Promise<ApiKey>
  /**
   * List signing keys.
   *
   * Returns the keys that sign browser calls of the program, newest first, without the keys themselves. Keys that have ended are included.
   */
  listSigningKeys(input?: {
    readonly query?: Pick<QueryFields, 'limit' | 'cursor' | 'totalCount'>
  } & CallOptions): ListCall<Page<'signingKeys', SigningKey>, 'signingKeys'>
  /**
   * Roll the signing key.
   *
   * Creates a new signing key and returns it. Tokens signed with the previous key are accepted for `overlapHours` more; with 0 they are refused within five seconds. A key that was rolled earlier ends immediately, so that at most two are valid. A repeat within five minutes returns the same key, so retries are safe.
   */
  rollSigningKey(input: {
    readonly body: KeyRoll
  } & Idempotent & CallOptions): Promise<RolledSigningKey>
  /**
   * List custom domains.
   *
   * Returns the custom domains of the program, with the DNS records that each needs. Share links are shown with the first verified one; all verified ones lead to the program.
   */
  listDomains(input?: CallOptions): ListCall<{
    /** The domains of the program, in the order in which they were added. */
    readonly domains: readonly (CustomDomain)[]
  }, 'domains'>
  /**
   * Add a custom domain.
   *
   * Claims a host for the share links of the program, and returns the TXT record that proves it. Until the record is seen, the claim routes nothing, and other programs may claim the host as well. The record is looked for at once by `POST domains/{domain}/check`, by itself every 5 minutes in the first hour, then hourly, then daily; after 72 hours without it the claim is `LOST`. Share links are shown with the domain within five seconds after it is verified, if it is the first one, so set up DNS and the certificate first. Hosts of the service itself, names of internal networks, and names under which anyone can register are refused. Adding a domain again changes nothing, or makes one that is `LOST` wait again. A program can have 20 in each mode.
   */
  addDomain(input: {
    readonly body: NewDomain
  } & Idempotent & CallOptions): Promise<CustomDomain>
  /**
   * Check a custom domain.
   *
   * Looks for the TXT record of the domain at its name servers now, and returns the domain as it is then. Once the record is seen, the domain is `VERIFIED`, also one that was `LOST`. Name servers may take some minutes to show a new record. A request within 5 seconds after a check returns the result of that check.
   */
  checkDomain(input: {
    readonly params: Pick<PathParams, 'domain'>
  } & Idempotent & CallOptions): Promise<CustomDomain>
  /**
   * Remove a custom domain.
   *
   * Removes a custom domain within five seconds, and returns it. Share links that people have with this domain stop working; links with another domain of the program go on. A repeated request fails with `DOMAIN_NOT_FOUND` unless it has the same `Idempotency-Key`.
   */
  removeDomain(input: {
    readonly params: Pick<PathParams, 'domain'>
  } & Idempotent & CallOptions): Promise<CustomDomain>
  /**
   * List the audit log.
   *
   * Returns who changed or opened what, newest first unless `order` says otherwise: every write by staff, every write by an API key with the scope `admin`, every command of the operator, and every read that shows what is stored about or written to single people, downloads of exports included. What people of staff do to their own accounts, such as signing in, is in the log of the merchant’s oldest live program; of refused sign-ins up to ten an hour for each person and process. Entries are only ever added, and form a chain by their hashes. They hold no personal data of users. Filters are combined with AND.
   */
  listAuditEntries(input?: {
    readonly query?: Pick<QueryFields, 'order' | 'limit' | 'cursor' | 'totalCount'> & {
      /** Only changes by this actor, exactly as an entry names it. */
      readonly actor?: string | undefined
      /** Only changes of this kind, such as `replaceProgram`. */
      readonly action?: string | undefined
      /** Only changes of what has this ID. */
      readonly subject?: string | undefined
      /** Only changes made in this time range. `from,to` in milliseconds since the epoch, both inclusive; a single value means `from`. */
      readonly dateCreated?: string | undefined
    }
  } & CallOptions): ListCall<Page<'entries', AuditEntry>, 'entries'>
  /**
   * List staff.
   *
   * Returns all people of the staff of the program’s merchant, by name. They sign in to the portal. Both modes and all programs of a merchant have the same staff.
   */
  listStaff(input?: CallOptions): ListCall<{
    readonly staff: readonly (StaffMember)[]
  }, 'staff'>
  /**
   * Change the role of a person.
   *
   * Changes what a person of the merchant’s staff may do, at once. Only owners may do this.
   */
  changeStaffRole(input: {
    readonly params: Pick<PathParams, 'staffId'>
    readonly body: {
      /** What the person may do: `analyst` reads, `reviewer` also decides about referrals, `admin` does everything but manage the team, `owner` everything. */
      readonly role: StaffRole
    }
  } & Idempotent & CallOptions): Promise<StaffMember>
  /**
   * Remove a person from the staff.
   *
   * Removes a person from the merchant’s staff, at once. Who belongs to no other merchant is deleted with their sessions. Only owners may do this.
   */
  removeStaff(input: {
    readonly params: Pick<PathParams, 'staffId'>
  } & Idempotent & CallOptions): Promise<{
    /** ID of the person. */
    readonly id: string
  }>
  /**
   * List open invitations.
   *
   * Returns the invitations to the merchant’s staff that can still be accepted, newest first.
   */
  listStaffInvitations(input?: CallOptions): ListCall<{
    readonly invitations: readonly (StaffInvitation)[]
  }, 'invitations'>
  /**
   * Invite a person to the staff.
   *
   * Invites a person to the merchant’s staff, for seven days. With a mail server the link is sent to them, otherwise it is in this answer and nowhere else. Only owners may do this.
   */
  inviteStaff(input: {
    readonly body: {
      /** The e-mail address that the person signs in with, in lower case. */
      readonly email: string
      /** What the person may do: `analyst` reads, `reviewer` also decides about referrals, `admin` does everything but manage the team, `owner` everything. */
      readonly role: StaffRole
    }
  } & Idempotent & CallOptions): Promise<StaffInvitationWithLink>
  /**
   * Withdraw an invitation.
   *
   * Deletes an invitation. Its link stops working at once. Only owners may do this.
   */
  withdrawStaffInvitation(input: {
    readonly params: Pick<PathParams, 'invitationId'>
  } & Idempotent & CallOptions): Promise<{
    /** ID of the invitation. */
    readonly id: string
  }>
  /**
   * List e-mails to staff.
   *
   * Returns the latest 100 e-mails of the last seven days to the merchant’s staff, newest first, with their state. One-time links are left out of the texts: each is for its recipient alone. Only owners may read them.
   */
  listStaffMails(input?: CallOptions): ListCall<{
    readonly mails: readonly (StaffMail)[]
  }, 'mails'>
  /**
   * Retrieve the test clock.
   *
   * Returns the current time of a test program, and how far a move of its clock is. Live programs use the real time and have no test clock.
   */
  readTestClock(input?: CallOptions): Promise<TestClock>
  /**
   * Advance the test clock.
   *
   * Sets the clock of a test program to a later time, from which it continues to run. Everything due by then (holds, expiries, durations) is in effect when the response is sent; events are published, and background jobs have run, those excepted that take more than 12 seconds or that failed and are tried again: `movingTo` says then that the move is under way, and `GET test/clock` how far it is. A time up to one second in the past is treated as now; earlier times are refused. Rate limits, keys, signatures and retries use the real time.
   */
  moveTestClock(input: {
    readonly body: TestClockMove
  } & Idempotent & CallOptions): Promise<TestClock>
  /**
   * Retrieve the extent of test data.
   *
   * Returns how much data a test program has, and how far its last erasure is. Live programs have no test data.
   */
  readTestData(input?: CallOptions): Promise<TestProgramData>
  /**
   * Erase test data.
   *
   * Erases the data of a test program in the background: accounts, users, codes, referrals, rewards, clicks, events, webhook deliveries, e-mails, unsubscribes, imports, exports, notifications and statistics. The settings of the program, its keys, domains, payment processor connection, webhook receivers, test clock and audit log stay. Nothing is changed at the payment processor: discounts that were set at its sandbox stay there, and are not managed any more; remove them there, or use a new sandbox customer. What is sent while it runs may be erased as well: retrieve the test data until its state is `DONE`, about ten seconds after the last row was erased. While an erasure runs, another request returns it.
   */
  eraseTestData(input: {
    readonly body: TestDataErasure
  } & Idempotent & CallOptions): Promise<TestProgramData>
  /**
   * Identify a user in the browser.
   *
   * Called by the script’s `init` command. Creates or updates the user and the account, and attributes and converts by the rules of the program. Needs no API key. The response to an unsigned call is the same whatever the outcome.
   */
  identify(input: {
    readonly body: Identification
  } & CallOptions): Promise<Identified>
  /**
   * Load the widget’s content.
   *
   * Called by the widget. Identifies the user by the same rules as `POST open/identify` and returns their referral code, their share links and the offer. Referrals, rewards, balances and figures are returned only to signed calls; they are null otherwise.
   */
  loadWidget(input: {
    readonly query?: {
      /** The `nextCursor` of the previous page of referrals. Omit it for the first page. */
      readonly referralsCursor?: string | undefined
      /** The `nextCursor` of the previous page of rewards. Omit it for the first page. */
      readonly rewardsCursor?: string | undefined
    }
    readonly body: Identification
  } & CallOptions): Promise<Widget>
  /**
   * Enter a code after sign-up.
   *
   * For a customer who forgot the code at sign-up: called by the widget. It counts until the first payment of the account. Takes signed calls only, and identifies the user by the same rules as `POST open/identify`. Returns what the code gives; the same code again returns the same.
   */
  enterCode(input: {
    readonly body: EnteredCode
  } & CallOptions): Promise<OpenCode>
  /**
   * Agree to be shown on the leaderboard.
   *
   * Called by the widget when its user agrees to be shown with their first name and place, or takes that back. Only a signed call may do it. While the program has no leaderboard nobody is shown, and an agreement is not kept.
   */
  showOnLeaderboard(input: {
    readonly body: Identification & {
      /** Whether to show the user from now on. */
      readonly show: boolean
    }
  } & CallOptions): Promise<ShownOnLeaderboard>
  /**
   * Load the greeting of a friend.
   *
   * Called by the script’s `welcome` command and for its notes beside code fields. Returns the offer of a code in the program’s words and colors, or why the code cannot be used. Needs no API key. Changes to a code or the program can take 5 seconds to appear.
   */
  loadWelcome(input?: {
    readonly query?: Pick<QueryFields, 'locale'> & {
      /** The code as it was typed or came with a link. */
      readonly code?: string | undefined
    }
  } & CallOptions): Promise<Welcome>
  /**
   * Invite friends by e-mail.
   *
   * Sends invitations of the user to friends, by the service. Signed calls only, and only if the program allows it. A user can invite 10 addresses within 24 hours; an address is invited to a program once in 12 months, and never after it asked for no more. The answer is the same for all of them. A repeat of the same address changes nothing.
   */
  inviteFriends(input: {
    readonly body: InvitationRequest
  } & CallOptions): Promise<InvitationResults>
  /**
   * Read or choose the user’s e-mails.
   *
   * Returns which e-mails the user wants, after the changes that the request has; without any it only reads. Signed calls only. What is chosen holds for the address, as on the page behind the link in each e-mail. It concerns only an address that your server or a signed call reported.
   */
  chooseMails(input: {
    readonly body: MailPreferencesRequest
  } & CallOptions): Promise<MailPreferences>
  /**
   * Look up a referral code in the browser.
   *
   * For landing pages and sign-up forms: returns the name of the referrer and the friend’s reward, also in words. The error for a code that is not valid is the same for a code that never existed, is disabled or has expired. Needs no API key. Changes to a code or the program can take 5 seconds to appear.
   */
  lookUpOpenCode(input: {
    readonly params: Pick<PathParams, 'code'>
    readonly query?: Pick<QueryFields, 'locale'>
  } & CallOptions): Promise<OpenCode>
  /**
   * Look up the tracking cookie for a code.
   *
   * Called by the script on a page that was opened by a share link. Returns whether the code belongs to this program and how to store it. Does not set a cookie itself. Needs no API key. Changes to a code or the program can take 5 seconds to appear.
   */
  lookUpTrackingCookie(input: {
    readonly params: Pick<PathParams, 'code'>
  } & CallOptions): Promise<TrackingCookie>
  /**
   * Ask for a link to the hosted page.
   *
   * Called by the hosted page. Sends a link that signs the person in who has the e-mail address, and can be used once. The response is the same for every address, whether or not a user has it. An address gets at most a few links in an hour; further ones are not sent, and the response stays the same.
   */
  requestPageSignIn(input: {
    readonly body: {
      /** The e-mail address of the person. */
      readonly email: string
      /** Language of the e-mail, such as `de`. */
      readonly locale?: string | undefined
    }
  } & CallOptions): Promise<PageSignInRequested>
}

/** The closed list of error codes of the API. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'MALFORMED_JSON'
  | 'MALFORMED_REQUEST'
  | 'INSUFFICIENT_CREDIT'
  | 'REWARD_NOT_CANCELLABLE'
  | 'PROCESSOR_CREDENTIALS_REJECTED'
  | 'KEY_OF_OTHER_MODE'
  | 'BILL_NOT_OVERPAID'
  | 'SELF_REFERRAL'
  | 'CLOCK_GOES_BACK'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'MALFORMED_ROW'
  | 'UNAUTHORIZED'
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'SIGN_IN_FAILED'
  | 'INSUFFICIENT_SCOPE'
  | 'KEY_NOT_ALLOWED'
  | 'CODE_CHOICE_OFF'
  | 'FORBIDDEN_ORIGIN'
  | 'REAUTHENTICATION_REQUIRED'
  | 'ADDRESS_NOT_PROVEN'
  | 'BILL_NOT_FOUND'
  | 'NOTIFICATION_NOT_FOUND'
  | 'APPEAL_NOT_FOUND'
  | 'NOT_FOUND'
  | 'TENANT_NOT_FOUND'
  | 'HOSTED_PAGE_OFF'
  | 'ACCOUNT_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'REFERRAL_NOT_FOUND'
  | 'FRAUD_SIMULATION_NOT_FOUND'
  | 'MAIL_NOT_FOUND'
  | 'REWARD_NOT_FOUND'
  | 'REFERRAL_CODE_NOT_FOUND'
  | 'NOT_A_TEST_TENANT'
  | 'RECEIVER_NOT_FOUND'
  | 'DELIVERY_NOT_FOUND'
  | 'STAFF_NOT_FOUND'
  | 'INVITATION_NOT_FOUND'
  | 'EXPORT_NOT_FOUND'
  | 'IMPORT_NOT_FOUND'
  | 'API_KEY_NOT_FOUND'
  | 'DOMAIN_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'CREDIT_BEING_BILLED'
  | 'PROCESSOR_NOT_CONNECTED'
  | 'PROCESSOR_CONNECTION_IN_USE'
  | 'PROCESSOR_SETUP_INCOMPLETE'
  | 'BILL_NOT_WAIVABLE'
  | 'BILL_CONFLICT'
  | 'BILLS_COME_FROM_PROCESSOR'
  | 'PAYMENTS_COME_FROM_PROCESSOR'
  | 'PAYMENT_OF_OTHER_ACCOUNT'
  | 'ALREADY_APPEALED'
  | 'INVITATIONS_OFF'
  | 'PROVIDER_ID_TAKEN'
  | 'ACCOUNT_BLOCKED'
  | 'PROGRAM_INACTIVE'
  | 'USER_ERASED'
  | 'RECEIVER_URL_TAKEN'
  | 'TOO_MANY_RECEIVERS'
  | 'RECEIVER_DISABLED'
  | 'CODE_TAKEN'
  | 'CODE_CHOICES_USED'
  | 'STALE_VERSION'
  | 'IDEMPOTENCY_KEY_IN_FLIGHT'
  | 'LAST_OWNER'
  | 'ALREADY_MEMBER'
  | 'ALREADY_INVITED'
  | 'ALIAS_TAKEN'
  | 'TOO_MANY_EXPORTS'
  | 'FILE_SPACE_EXHAUSTED'
  | 'ALREADY_REFERRED'
  | 'REFERRAL_DIFFERS'
  | 'EXISTING_CUSTOMER'
  | 'BALANCE_DIFFERS'
  | 'TOO_MANY_IMPORTS'
  | 'API_KEY_NAME_TAKEN'
  | 'API_KEY_ENDED'
  | 'TOO_MANY_API_KEYS'
  | 'LAST_ADMIN_KEY'
  | 'TOO_MANY_DOMAINS'
  | 'LINK_NOT_VALID'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RANGE_NOT_SATISFIABLE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOO_MANY_REQUESTS'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'PROCESSOR_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'

/** What requests take that can be repeated without acting again. */
export type Idempotent = {
  /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
  readonly idempotencyKey?: string | undefined
}

/** The parameters of paths, of which each operation has its own. */
export type PathParams = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** ID of the bill. */
  readonly billId: string
  /** A referral code. */
  readonly code: string
  /** ID of the delivery. */
  readonly deliveryId: string
  /** The host name of the domain. */
  readonly domain: string
  /** ID of the export. */
  readonly exportId: string
  /** ID of the import. */
  readonly importId: string
  /** ID of the invitation. */
  readonly invitationId: string
  /** ID of the API key. */
  readonly keyId: string
  /** ID of the e-mail. */
  readonly mailId: string
  /** ID of the notification. */
  readonly notificationId: string
  /** ID of the referral. */
  readonly referralId: string
  /** ID of the reward. */
  readonly rewardId: string
  /** ID of the simulation. */
  readonly simulationId: string
  /** ID of the person. */
  readonly staffId: string
  /** Your ID for the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly userId: string
  /** ID of the webhook receiver. */
  readonly webhookId: string
}

/** The parameters of queries that several operations have. */
export type QueryFields = {
  /** The `nextCursor` of the previous page. Omit it for the first page. */
  readonly cursor?: string | undefined
  /** First day of the range. Defaults to 29 days before `to`. A day of the program’s time zone, such as `2026-03-01`, or any moment of it in milliseconds since the epoch. */
  readonly from?: string | undefined
  /** Maximum number of entries to return. Defaults to 10. */
  readonly limit?: number | undefined
  /** Language of the page, such as `de-AT`. */
  readonly locale?: string | undefined
  /** `OLDEST` returns the oldest first. Keep it when you follow `nextCursor`. */
  readonly order?: 'NEWEST' | 'OLDEST' | undefined
  /** Last day of the range. Defaults to today. A day of the program’s time zone, such as `2026-03-01`, or any moment of it in milliseconds since the epoch. */
  readonly to?: string | undefined
  /** `exact` returns the exact count even above 10,000 entries, which takes longer. */
  readonly totalCount?: 'exact' | undefined
}

/** A page of a list, with its entries under their name. */
export type Page<Name extends string, Entry> = {
  /** Number of entries on this page. */
  readonly count: number
  readonly totalCount: number | null
  readonly nextCursor: string | null
} & { readonly [Key in Name]: readonly Entry[] }

/** An event of one type. */
export type EventOf<Type extends string, Data> = {
  /** ID of the event: the same in every delivery, and in `GET events`. */
  readonly id: string
  readonly type: Type
  /** Alias of the program. */
  readonly tenantAlias: string
  /** False for test programs. */
  readonly live: boolean
  /** When it happened. Milliseconds since the epoch. */
  readonly created: number
  /** Of two events about the same resource, the one with the higher version has the newer state, in whichever order they arrive. Grows within the program, with gaps. */
  readonly version: number
  /** Why it happened, machine-readable. */
  readonly reason: string
  readonly data: Data
  /** The users that `data` names, only in deliveries to webhooks with `includePersonalData`. */
  readonly people?: readonly (EventPerson)[] | undefined
}

export type DeliveryRecord = {
  /** ID of the delivery. */
  readonly id: string
  /** ID of the receiver. */
  readonly webhookId: string
  /** ID of the event; the same for every attempt and receiver. */
  readonly eventId: string
  /** Type of the event. */
  readonly type: EventType
  /** `PENDING` until an attempt succeeds or the last one fails. Deliveries of a disabled receiver stay `PENDING` until it is enabled. */
  readonly state: DeliveryState
  readonly nextAttempt: number | null
  /** When the delivery was created. Milliseconds since the epoch. */
  readonly dateCreated: number
}

export type MailKindTexts = {
  /** The subject. */
  readonly subject?: string | undefined
  /** The heading of the message. */
  readonly heading?: string | undefined
  /** The message below the heading. A blank line begins a paragraph. It is plain text: HTML is shown as it is written. */
  readonly body?: string | undefined
  /** The text of the link to the share link, or of `REFERRAL_CHECKED` to the page on which the referrer can write to you; empty for none. */
  readonly button?: string | undefined
}

export type PageUser = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly account_id: string
  /** Your ID for the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly user_id: string
  /** The ID of the customer at your payment processor. Unverified until your server sends it as well. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly payment_provider_id?: string | undefined
  /** The user’s e-mail address, at most 256 characters. An empty string counts as absent. */
  readonly email?: string | undefined
  /** First name. An empty string counts as absent. */
  readonly first_name?: string | undefined
  /** Last name. An empty string counts as absent. */
  readonly last_name?: string | undefined
  /** Language of the page, such as `de-AT`. */
  readonly locale?: string | undefined
  /** The value of the tracking cookie. Used only if `referral_code` is absent. */
  readonly cookie_referral_code?: string | undefined
  /** `PAID` converts the referral. Ignored if a payment processor is connected; omit it then. */
  readonly account_status?: SubscriptionStatus | undefined
  /** An ID of the user’s device, for fraud rules. Used only if the call is signed. */
  readonly device_id?: string | undefined
  /** The user’s fields as a JSON Web Token (HS256), signed by your server with the signing key. Can be sent as `Authorization: Bearer` instead. */
  readonly jwt?: string | undefined
}

export type RewardRecord = {
  /** ID of the reward. */
  readonly id: string
  /** `REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s for a friend, `FRIEND_PAYMENT` the referrer’s share of a payment of a friend, `MILESTONE` the referrer’s for a number of friends, `MANUAL` one created by you. */
  readonly rewardSource: RewardSource
  /** Your ID for the account that has the reward. */
  readonly accountId: string
  readonly userId: string | null
  readonly referralId: string | null
  /** The number of friends that earned it; present only for `MILESTONE`. */
  readonly milestoneFriends?: number | undefined
  /** `PENDING`: scheduled, on hold, or waiting for the conversion. `AVAILABLE`: in effect. `REDEEMED`, `EXPIRED` and `CANCELLED`: no longer in effect. */
  readonly statuses: readonly (RewardStatus)[]
  /** The redeemed amount; present only for credits. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly redeemedCredit?: number | undefined
  /** What is kept for bills that are not made yet, and comes back if they do not use it; present only for credits of which something is. Not a part of `redeemedCredit`. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly reservedCredit?: number | undefined
  /** What was taken back, because the payment that it is a share of was refunded, voided or disputed; present only for credits of which something was. Not a part of `redeemedCredit`. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly takenBackCredit?: number | undefined
  /** When the reward was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateScheduledFor: number | null
  readonly dateGiven: number | null
  readonly dateExpires: number | null
  readonly billsLeft?: number | null | undefined
  readonly queuePosition?: number | null | undefined
  readonly dateBegins?: number | null | undefined
  readonly dateCancelled: number | null
  readonly dateRedeemed: number | null
}

export type WidgetTheme = {
  /** `auto` follows the embedding page; `light` and `dark` are fixed. */
  readonly colorScheme?: 'auto' | 'light' | 'dark' | undefined
  /** Color of buttons and links. Text on it is black or white, by contrast. */
  readonly accentColor?: string | undefined
  /** Background color in light mode. The text color is chosen by contrast. */
  readonly backgroundColor?: string | undefined
  /** Background color in dark mode. The text color is chosen by contrast. */
  readonly darkBackgroundColor?: string | undefined
  /** URL of an image above the title, shown at most 40 pixels high. */
  readonly logo?: string | undefined
  /** Font family; only fonts installed on the device are used. */
  readonly font?: 'sans' | 'serif' | 'rounded' | 'mono' | undefined
  /** Radius of corners in pixels. */
  readonly cornerRadius?: number | undefined
}

/** A customer of yours: the entity that subscribes and pays. */
export type Account = {
  /** Your ID for the account. */
  readonly id: string
  /** ISO 4217 currency code of the account’s prices. */
  readonly currency: string
  readonly paymentProviderId: string | null
  readonly subscription: Subscription | null
  readonly referral: AccountReferral | null
  /** `OPEN`: a referral code still counts. `REFERRED`: it has a referral, see `referral.status`. `CLOSED`: it paid before any code came, so no code counts any more. */
  readonly standing: 'OPEN' | 'REFERRED' | 'CLOSED'
  /** When the account was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateBlocked: number | null
  readonly blockReason: string | null
}

/** A block of an account, without the reason that was given for it. */
export type AccountBlockData = {
  /** Your ID for the account. */
  readonly accountId: string
  readonly dateBlocked: number | null
}

/** The account’s codes attribute no new accounts, and its referrals in progress are held. A `referral.moderated` follows for each of them. */
export type AccountBlockedEvent = EventOf<'account.blocked', AccountBlockData>

/** The discounts and credits that apply to an account’s next bill. */
export type AccountDiscount = WidgetDiscount & {
  /** Your ID for the account. */
  readonly accountId: string
  /** The sum of all percentages before the cap. Percent; can exceed 100. */
  readonly uncappedPercentage: number
  /** ID of the discount at the payment processor to inherit from. */
  readonly discountId: string
  readonly referrerName: string | null
  /** Balance of each unit, including time credits. */
  readonly credits: readonly (CreditBalance)[]
  /** The discount as an amount, rounded half up. Present only if the request had `value`. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly discountAmount?: number | undefined
  /** Currency of `discountAmount`. */
  readonly currency?: string | undefined
  /** Whether the requested code applies to this account. Present only if the request had `couponCode`; after `POST discount` only if the processor responded in time, or the code does not apply. */
  readonly couponApplies?: boolean | undefined
  /** Why the code does not apply. Present only if `couponApplies` is false. */
  readonly reason?: string | undefined
}

/** What was decided before about the account of a side. */
export type AccountHistory = {
  /** `REFERRER` or the friend, `REFERRED`. */
  readonly side: 'REFERRER' | 'REFERRED'
  /** Your ID for the account. */
  readonly accountId: string
  /** Sides of other referrals that staff approved. */
  readonly approved: number
  /** Sides of other referrals that are denied. */
  readonly denied: number
  /** Sides of other referrals that wait. */
  readonly pending: number
  /** Sides of other referrals that needed no decision. */
  readonly undecided: number
  /** Whether these are all; false where only the newest referrals of the account are counted. */
  readonly complete: boolean
  /** The latest of them that are decided or wait. */
  readonly latest: readonly (EarlierDecision)[]
}

/** The referral that brought this account. `referrerReward` is null until the referral converts and while the referrer’s side is not approved. */
export type AccountReferral = {
  /** ID of the referral. */
  readonly id: string
  /** The referral code that was used, in upper case. */
  readonly code: string
  /** `IN_PROGRESS` means attributed but not yet converted. */
  readonly status: ReferralStatus
  readonly referrerReward: Reward | null
  readonly referredReward: Reward | null
  /** When the account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

/** An account in a list. `user` is its first user; null before one is identified. */
export type AccountSummary = {
  /** Your ID for the account. */
  readonly id: string
  readonly paymentProviderId: string | null
  readonly user: UserSummary | null
  /** When the account was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateBlocked: number | null
}

/** The account’s codes work again. A `referral.moderated` follows for each referral that is released, and a `reward.created` for each reward. */
export type AccountUnblockedEvent = EventOf<'account.unblocked', AccountBlockData>

export type AccountUpdate = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly id: string
  readonly subscription?: SubscriptionUpdate | undefined
  readonly referral?: ReferralUpdate | undefined
  /** Currency of `subscription.value`. Defaults to the program’s currency. To change it, send `subscription.value` as well. */
  readonly currency?: string | undefined
  /** The ID of the customer at your payment processor. Another one can take its place when it was deleted there or has no live subscription. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly paymentProviderId?: string | undefined
  readonly evidence?: Evidence | undefined
}

/** An Android app that share links open in. */
export type AndroidApp = {
  /** Package name of the app. */
  readonly packageName: string
  /** SHA-256 fingerprints of the certificates that the app is signed with: of the Play Console, App integrity, and of your own builds. */
  readonly fingerprints: readonly (string)[]
}

/** An API key, without the key itself. */
export type ApiKey = {
  /** ID of the API key. */
  readonly id: string
  readonly name: string | null
  /** The last four characters of the key. */
  readonly lastFour: string
  /** What the key may do: `read`; `write` accounts, users and referrals; `money` for rewards and credit; `admin` for the program, connections, keys and files. */
  readonly scopes: readonly (Scope)[]
  /** When the key was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateExpires: number | null
  readonly dateRevoked: number | null
  readonly dateLastUsed: number | null
  readonly replacedBy: string | null
}

/** An API key with the key itself. */
export type ApiKeyWithSecret = ApiKey & {
  /** The API key. It is returned here only. */
  readonly apiKey: string
}

export type Appeal = {
  /** The token of the notice. */
  readonly token: string
  /** What the referrer has to say, up to 500 characters. */
  readonly text: string
}

/** What the referrer has to say about the referral. */
export type AppealText = {
  readonly text: string | null
  /** When they wrote it. Milliseconds since the epoch. */
  readonly date: number
}

/** Apps of the merchant. Share links of a custom domain open in those that are installed. */
export type Apps = {
  /** Identifiers of the iPhone and iPad apps that share links open in: team and bundle. */
  readonly appleAppIds?: readonly (string)[] | undefined
  /** Android apps that share links open in. */
  readonly androidApps?: readonly (AndroidApp)[] | undefined
  readonly playStorePackage?: string | null | undefined
}

/** A request to a receiver. */
export type Attempt = {
  /** When the request was sent. Milliseconds since the epoch. */
  readonly date: number
  readonly status: number | null
  /** Duration in milliseconds. */
  readonly durationMs: number
  readonly error: AttemptError | null
}

/** What needs the attention of staff. */
export type Attention = {
  /** One item for each kind of which there is any, the most urgent first. */
  readonly items: readonly (AttentionItem)[]
}

/** Something that staff have to look at. */
export type AttentionItem = {
  /** What it is about. The API may get more kinds. */
  readonly kind: 'CONNECTION_BROKEN' | 'CONNECTION_INCOMPLETE' | 'BILLS_WRONG' | 'DISCOUNTS_FAILED' | 'JOBS_FAILED' | 'WEBHOOKS_DISABLED' | 'WEBHOOKS_FAILING' | 'REVIEW_WAITING' | 'CONFIRMATION_WAITING' | 'KEYS_EXPIRING' | 'IMPORTS_FAILED' | 'EXPORTS_FAILED'
  /** How many there are, counted up to 100. */
  readonly count: number
  /** Whether there are more than `count`. */
  readonly isMore: boolean
  /** What is the matter and what to do, in sentences. */
  readonly message: string
}

export type AttributionByHand = {
  /** A referral code of the referrer, also one that is disabled or expired. 2 to 64 letters, digits, `_` or `-`. Not case-sensitive; spaces, invisible characters and punctuation around it are ignored, letters of full width are plain ones, and a share link gives its code. The imported codes of an earlier product lead to the code that their owner has now. */
  readonly referralCode: string
  /** Your ID for the friend’s account. The account must exist. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly referredAccountId: string
  /** True attributes the account although it paid before it was referred. Without it, such an account is refused. */
  readonly allowExistingCustomer?: boolean | undefined
  /** Why the account is attributed by hand. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason: string
}

/** An entry of the audit log: who changed what, when and from where. */
export type AuditEntry = {
  /** ID of the entry. */
  readonly id: string
  /** When the change was made. Milliseconds since the epoch. */
  readonly dateCreated: number
  /** Who made it: `key ****` and the last four characters of the API key, `staff` with ID and e-mail address, `operator` with the user of the machine, or `service`. */
  readonly actor: string
  /** What was done: the name of the operation of this API, or of the change by a command of the operator. */
  readonly action: string
  readonly subject: string | null
  readonly accountId: string | null
  /** More about the change, without secrets. `changed` has the fields of settings, each with its value before and after. `outcome` is `REFUSED` with the `errorCode`, `FAILED`, or `UNCHANGED` if the request found everything as it wanted it. `requestId` is the ID of the request, `byKeyId` that of the API key. */
  readonly details: { readonly [name: string]: unknown }
  readonly address: string | null
  readonly userAgent: string | null
  readonly sequence: number | null
  readonly previousHash: string | null
  readonly hash: string | null
}

/** A bill of a subscription with a reward or with our discount, as it was first seen. Only `refunded`, `owed`, `state` and `reason` change later. */
export type Bill = {
  /** ID of the bill. */
  readonly id: string
  /** Your ID for the account. */
  readonly accountId: string
  /** ID of the subscription at the payment processor. */
  readonly subscriptionId: string
  readonly transactionId: string | null
  /** When the bill was made, also if it was paid days later. Milliseconds since the epoch. */
  readonly date: number
  /** The price of the subscription at the time, without add-ons and discounts. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly price: number
  /** What should have been taken off, as it was decided when the bill was first seen. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly expectedDiscount: number
  /** What the payment processor took off for our discount. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly actualDiscount: number
  /** `expectedDiscount` less `actualDiscount`, in the currency’s major unit: above 0 if the customer paid too much, below 0 if too little. */
  readonly difference: number
  /** What was charged; 0 for a bill that came to nothing. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly charged: number
  /** The tax that was added to what our discount is taken off; 0 where the price includes it. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly addedTax: number
  /** What anyone gave back of it by refunds and credit notes; all of it if the payment was voided, or lost to a dispute. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly refunded: number
  /** What the customer paid too much, with the tax on it, and did not get back; 0 while a bank decides about the payment. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly owed: number
  /** Currency of the amounts. */
  readonly currency: string
  /** `RIGHT`: the discount was as it should have been. `WRONG`: it was not. `MENDED`: what was paid too much was given back. `WAIVED`: staff left it as it is. */
  readonly state: BillState
  readonly reason: string | null
}

/** What a customer paid too much for a bill was given back. The refund of a friend’s first bill, which was made before the discount was set, is one. */
export type BillMendedEvent = EventOf<'bill.mended', Bill>

export type BillReport = {
  /** Your ID for the account that is billed. The account must exist. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your ID of the subscription, which keeps its account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly subscriptionId: string
  /** When the bill was made, not in the future. Milliseconds since the epoch. */
  readonly date: number
  /** The price before our discount; 0 for a trial, which is no bill and makes the next one known. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly price: number
  /** What was taken off for our discount, at most the price. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly discount: number
  /** Currency of the amounts; that of the account if absent, or of the program. */
  readonly currency?: string | undefined
  readonly nextBillDate?: number | null | undefined
}

export type BillWaiver = {
  /** Why the bill is left as it is. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason: string
}

/** A bill with whose it is: `user` is the first user of the account; null before one is identified. */
export type BillWithUser = Bill & {
  readonly user: UserSummary | null
}

/** A bill was made with another discount than it should have had, such as one that was removed at the payment processor by hand. */
export type BillWrongEvent = EventOf<'bill.wrong', Bill>

export type Block = {
  /** Why the account is blocked. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason: string
}

/** API credentials of a merchant at Braintree. */
export type BraintreeCredentials = {
  /** The payment processor. */
  readonly processor: 'braintree'
  /** `sandbox` for test programs, `production` for live programs, or the address of a local gateway for test programs if the service permits it. */
  readonly environment: string
  /** ID of the merchant, or of the account, at the processor. */
  readonly merchantId: string
  /** Public key of the API key pair. */
  readonly publicKey: string
  /** Private key of the API key pair. Stored encrypted, and never returned. */
  readonly privateKey: string
  /** Calls to the processor in a day (UTC, of the test clock for a test program with one) after which routine comparisons of discounts wait for the next day. What requests, notifications and bills of the next two days need is called all the same. Without it the present one stays; 10000 at first. */
  readonly dailyCallBudget?: number | undefined
}

/** What friends paid in one currency. */
export type BroughtAmount = {
  /** ISO 4217 code. */
  readonly currency: string
  /** In the currency’s major unit. */
  readonly amount: number
}

export type CodeChoice = {
  /** The chosen code: 4 to 20 letters and digits, with `-` between them, and at least two letters. Not case-sensitive; surrounding spaces are ignored. */
  readonly code: string
}

export type CodeUpdate = {
  /** True disables the code, false enables it. */
  readonly disabled?: boolean | undefined
  /** When the code expires. A past time expires it immediately. Milliseconds since the epoch. */
  readonly dateExpires?: number | undefined
}

/** The connection of a program to a payment processor. */
export type Connection = {
  /** The payment processor. */
  readonly processor: 'braintree' | 'stripe' | 'manual'
  /** `sandbox` for test programs, `production` for live programs, or the address of a local gateway for test programs if the service permits it. */
  readonly environment: string
  /** ID of the merchant, or of the account, at the processor. */
  readonly merchantId: string
  readonly publicKey: string | null
  /** `INCOMPLETE` if `missingSetup` has an entry, such as a permission that the processor refused a call for, `BROKEN` if the processor rejects the credentials or the stored key cannot be decrypted. */
  readonly state: 'ACTIVE' | 'INCOMPLETE' | 'BROKEN'
  readonly dashboardLinks: DashboardLinks | null
  readonly webhookUrl: string | null
  readonly clockUrl: string | null
  /** What is missing at the processor, as of the last check. `WEBHOOK` is missing until the first notification arrives, and does not keep the program from being turned on. */
  readonly missingSetup: readonly (SetupFinding)[]
  /** What differs from the recommended set-up, as of the last check, and does not keep discounts from working. */
  readonly setupWarnings: readonly (SetupFinding)[]
  /** The kinds of notifications that the service uses, and others that were received. */
  readonly notificationKinds: readonly (NotificationKind)[]
  readonly dateLastNotification: number | null
  readonly dateLastCall: number | null
  readonly lastError: ConnectionError | null
  /** When the merchant was connected. Milliseconds since the epoch. */
  readonly dateConnected: number
  readonly removal: ConnectionRemoval | null
  /** Calls to the processor in a day (UTC, of the test clock for a test program with one) after which routine comparisons of discounts wait for the next day. What requests, notifications and bills of the next two days need is called all the same. */
  readonly dailyCallBudget: number
  /** Calls to the processor on this day, of the same clock; those of the last minute may be missing. */
  readonly callsToday: number
}

/** A connection that does not work. */
export type ConnectionBrokenData = {
  /** State of the connection. */
  readonly state: 'BROKEN'
  /** What went wrong and what to do about it. */
  readonly message: string
}

/** The payment processor rejected the credentials. No discount is changed until new ones are sent with `PUT connection`. Comes once until a call succeeds again. */
export type ConnectionBrokenEvent = EventOf<'connection.broken', ConnectionBrokenData>

/** API credentials of a merchant at the payment processor. */
export type ConnectionCredentials = BraintreeCredentials | StripeCredentials | ManualCredentials

/** The last error of a call to the payment processor. */
export type ConnectionError = {
  /** Kind of error. */
  readonly code: string
  /** What went wrong and what to do about it. */
  readonly message: string
  /** When it occurred. Milliseconds since the epoch. */
  readonly date: number
}

export type ConnectionReconciliation = {
  /** Customers that were compared, including those in `failed`. */
  readonly checked: number
  /** Customers with at least one discount that was different and was corrected. */
  readonly changed: number
  /** Customers that could not be compared or corrected, or whose last attempt failed. They are retried in the background. */
  readonly failed: number
}

/** What is ended at the processor before the connection is removed: referral discounts, unless they stay, and promotion codes. */
export type ConnectionRemoval = {
  /** Number of live subscriptions whose discount is not removed yet, counted up to 100,000. 0 where discounts stay. */
  readonly discountsLeft: number
  /** How many of them cannot be changed for now: `GET discounts` has them as `WAITING` or `FAILED`, with the reason. */
  readonly discountsStuck: number
  /** When the removal was requested. Milliseconds since the epoch. */
  readonly dateRequested: number
}

/** What a friend gets for using a code. `reward` is the friend’s reward. */
export type CouponInformation = {
  /** The referral code, in upper case. */
  readonly code: string
  /** The same code, under the field name used by `POST discount`. */
  readonly couponCode: string
  /** The friend’s discount on each bill; 0 if the friend’s reward is not a percentage. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  /** ID of the discount at the payment processor: at Braintree the one to inherit from, at Stripe a coupon of `discountPercentage` to create the subscription with (`discounts[0][coupon]`). */
  readonly discountId: string
  readonly promotionCode: string | null
  readonly referrerName: string | null
  readonly reward: RewardSpec | null
  /** When the code was created. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** The available balance of one unit of credit. */
export type CreditBalance = {
  /** A currency code or a custom unit. */
  readonly unit: string
  /** Available balance. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly available: number
}

export type CreditFriendRewardSpec = {
  /** `CREDIT` is an amount to spend, `TIME_CREDIT` is an amount of time. */
  readonly type: 'CREDIT' | 'TIME_CREDIT'
  /** The unit of the credit. A currency code or a custom unit. */
  readonly unit: string
  /** The amount credited. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly credit: number
  /** Duration in months from the conversion, from the time a milestone is reached, or from the time a `MANUAL` reward is given. If absent, it does not expire. Calendar months. */
  readonly monthsCreditIsValid?: number | undefined
}

/** One redemption of credit. */
export type CreditRedemption = {
  /** The amount redeemed, which is always the full requested amount. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly creditRedeemed: number
  /** The remaining balance of the unit. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly creditAvailable: number
  /** The unit of both amounts. */
  readonly unit: string
  /** ID of the redemption. */
  readonly redemptionId: string
}

export type CreditReward = RewardRecord & CreditFriendRewardSpec

export type CreditRewardSpec = CreditFriendRewardSpec

export type CreditRewardWithUser = CreditReward & {
  readonly user: UserSummary | null
}

export type CreditToRedeem = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** The unit to redeem; case-sensitive. A currency code or a custom unit. */
  readonly unit: string
  /** The amount to redeem. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly amount: number
  /** Why it is redeemed: the `note` of its event on the account’s timeline. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason?: string | undefined
}

/** A host whose paths are the share links of the program, once verified. */
export type CustomDomain = {
  /** The host of the share links, in lower case; internationalized names in their `xn--` form. A name of its own below that of your shop is best. */
  readonly domain: string
  /** `PENDING`: the record of `proof` was not seen yet; the domain leads nowhere. `VERIFIED`: the domain has the share links of the program. `LOST`: the record was missing for 72 hours; add the domain or check it again. */
  readonly state: 'PENDING' | 'VERIFIED' | 'LOST'
  readonly problem: 'RECORD_MISSING' | 'RECORD_DIFFERENT' | 'NAME_SERVERS_UNREACHABLE' | 'HELD_BY_ANOTHER' | 'NOT_CLAIMABLE' | null
  /** Whether share links are shown with this domain: the verified one that was added first. */
  readonly isDefault: boolean
  readonly proof: DomainProof
  readonly dns: DnsRecord
  /** When the domain was added. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateVerified: number | null
  readonly dateChecked: number | null
  readonly dateExpires: number | null
}

/** Pages of the payment processor, where staff of the merchant can sign in. Put an ID, percent-encoded, in the place of `{id}`. */
export type DashboardLinks = {
  /** The page of a customer, by its ID. */
  readonly customer: string
  /** The page of a subscription, by its ID. */
  readonly subscription: string
  /** The page of a payment, by its ID. */
  readonly payment: string
}

/** Referrals that started in the range, that the rule flagged in either mode, and that your staff decided. Each counts once. */
export type DecidedReferrals = {
  /** Referrals of which your staff approved a side and denied none. */
  readonly approved: number
  /** Referrals of which your staff denied a side. */
  readonly denied: number
}

/** An event on its way to a receiver. */
export type Delivery = DeliveryRecord & {
  /** The attempts, oldest first. */
  readonly attempts: readonly (Attempt)[]
}

/** The discount of the next bill was set, changed or removed at the payment processor. */
export type DiscountChangedEvent = EventOf<'discount.changed', SubscriptionDiscount>

/** The discount of the next bill was changed or removed at the payment processor by someone else, and is corrected: `discount.changed` follows. */
export type DiscountDriftedEvent = EventOf<'discount.drifted', SubscriptionDiscount>

/** The payment processor did not accept the discount of the next bill. It is tried again; the event comes once until a change succeeds or fails for another reason. */
export type DiscountFailedEvent = EventOf<'discount.failed', SubscriptionDiscount>

export type DiscountLink = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** The ID of the customer at your payment processor. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly paymentProviderId: string
  /** The referral code. 2 to 64 letters, digits, `_` or `-`. Not case-sensitive; spaces, invisible characters and punctuation around it are ignored, letters of full width are plain ones, and a share link gives its code. The imported codes of an earlier product lead to the code that their owner has now. */
  readonly couponCode: string
}

/** The discount of a live subscription with whose it is: `user` is the first user of the account; null before one is identified. */
export type DiscountWithUser = SubscriptionDiscount & {
  readonly user: UserSummary | null
}

/** The DNS record that leads visitors here. It is not checked; the proxy of the service also needs a certificate for the domain. */
export type DnsRecord = {
  /** Type of the record. */
  readonly type: 'CNAME' | 'A' | 'AAAA'
  /** Name of the record: the domain. */
  readonly name: string
  /** Where it leads: the host or address of this service. */
  readonly value: string
}

/** The DNS record that proves the domain. Other records with the same name do no harm. Keep it: it is checked every day. */
export type DomainProof = {
  /** Type of the record. */
  readonly type: 'TXT'
  /** Name of the record. */
  readonly name: string
  /** Text of the record, which only this program was given. */
  readonly value: string
}

/** What was decided about an account in another referral. */
export type EarlierDecision = {
  /** ID of the other referral. */
  readonly referralId: string
  /** `REFERRER` or the friend, `REFERRED`. */
  readonly side: 'REFERRER' | 'REFERRED'
  /** How the side is decided. */
  readonly status: ModerationStatus
  readonly decision: SideDecision | null
  /** Your ID for the account at the other side. */
  readonly otherAccountId: string
  readonly otherUser: UserSummary | null
}

/** E-mails to participants; null for none. */
export type EmailSettings = {
  /** Sender address. Your mail server must be allowed to send for its domain. */
  readonly fromAddress: string
  /** The kinds of e-mails that are sent; none by default. */
  readonly kinds: readonly (MailKind)[]
  readonly fromName: string | null
  readonly replyTo: string | null
  readonly bounceAddress: string | null
  /** Language of the e-mails, such as `de` or `pt-BR`. */
  readonly language: string
  /** For `REWARD_EXPIRING` and `DISCOUNT_ENDING`: how many days before the end the e-mail is sent. */
  readonly expiryNoticeDays: number
  /** For `SHARE_REMINDER`: how many days after the first payment of an account the e-mail is sent. */
  readonly shareReminderDays: number
  /** Whether e-mails also go to addresses that only unsigned browser calls reported. Anyone can send such a call, and so have e-mails sent to strangers. */
  readonly includeUnverified: boolean
  readonly postalAddress: string | null
  readonly privacyPage: string | null
  /** Texts of e-mails by language, such as `de` or `pt-BR`. Texts that are not set have defaults in ten languages. */
  readonly texts: { readonly [name: string]: MailTexts }
}

/** E-mails to participants; null for none. Absent fields have their defaults: no kinds, the language `en`, and a notice 7 days before an end, and a reminder after 30 days. */
export type EmailSettingsUpdate = {
  /** Sender address. Your mail server must be allowed to send for its domain. */
  readonly fromAddress: string
  /** The kinds of e-mails that are sent; none by default. */
  readonly kinds?: readonly (MailKind)[] | undefined
  readonly fromName?: string | null | undefined
  readonly replyTo?: string | null | undefined
  readonly bounceAddress?: string | null | undefined
  /** Language of the e-mails, such as `de` or `pt-BR`. */
  readonly language?: string | undefined
  /** For `REWARD_EXPIRING` and `DISCOUNT_ENDING`: how many days before the end the e-mail is sent. */
  readonly expiryNoticeDays?: number | undefined
  /** For `SHARE_REMINDER`: how many days after the first payment of an account the e-mail is sent. */
  readonly shareReminderDays?: number | undefined
  /** Whether e-mails also go to addresses that only unsigned browser calls reported. Anyone can send such a call, and so have e-mails sent to strangers. */
  readonly includeUnverified?: boolean | undefined
  readonly postalAddress?: string | null | undefined
  readonly privacyPage?: string | null | undefined
  /** Texts of e-mails by language, such as `de` or `pt-BR`. Texts that are not set have defaults in ten languages. */
  readonly texts?: { readonly [name: string]: MailTexts } | undefined
}

export type EnteredCode = PageUser & {
  /** The code, as it was typed. */
  readonly referral_code: string
}

/** How far the erasure of a user is. It contains nothing about the user, not even their ID. */
export type Erasure = {
  /** `ERASING`: the user’s own record is erased, and a background job erases what else is stored. `WAITING`: only the customer at the payment processor is left, until its last subscription ends. `ERASED`: nothing is left. */
  readonly state: 'ERASING' | 'WAITING' | 'ERASED'
  /** Whether your ID of the account was replaced as well, because the account has no other users. */
  readonly accountErased: boolean
  /** When the erasure was requested. Milliseconds since the epoch. */
  readonly dateRequested: number
  readonly dateErased: number | null
}

/** Something that happened. `type` says what `data` is. */
export type EventEnvelope = UserCreatedEvent | ReferralStartedEvent | ReferralConvertedEvent | ReferralEndedEvent | ReferralModeratedEvent | ReferralAppealedEvent | ReferralOverdueEvent | RewardCreatedEvent | RewardCancelledEvent | RewardRedeemedEvent | RewardBalanceChangedEvent | AccountBlockedEvent | AccountUnblockedEvent | DiscountChangedEvent | DiscountDriftedEvent | DiscountFailedEvent | BillWrongEvent | BillMendedEvent | ConnectionBrokenEvent | ExportCompletedEvent | TestEvent

/** A user that an event names, with personal data. */
export type EventPerson = {
  /** Your ID for the user’s account. */
  readonly accountId: string
  /** Your ID for the user. */
  readonly userId: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

/** What fraud rules compare with other accounts. It is not shown again: addresses, devices and cards are kept as keyed hashes, those of addresses for 30 days; nothing of the user agent is kept but whether it is that of an automated program. */
export type Evidence = {
  /** The IPv4 or IPv6 address from which the person uses your site. One that is not of the public internet is ignored. */
  readonly ipAddress?: string | undefined
  /** The header `User-Agent` of the person’s browser. */
  readonly userAgent?: string | undefined
  /** An ID that your app or your own protection against fraud gave the person’s device. */
  readonly deviceId?: string | undefined
  /** The fingerprint of the card or bank account that the account pays with, as your payment processor gives it. With a connected processor it is read there. */
  readonly cardFingerprint?: string | undefined
}

/** A file with the records of a program. */
export type Export = {
  /** ID of the export. */
  readonly id: string
  /** What the file has one record of for each. */
  readonly kind: ExportKind
  /** `csv` for spreadsheets, `ndjson` for programs: one JSON object per line, shaped as in this API. */
  readonly format: ExportFormat
  readonly from: number | null
  readonly to: number | null
  /** `PENDING` until the file is begun, `RUNNING` while it is written. `FAILED` after repeated errors of the service: request the export again. */
  readonly state: TransferState
  /** Number of records that are written so far. */
  readonly rows: number
  /** Size of what is written so far. */
  readonly bytes: number
  readonly downloadUrl: string | null
  /** When the export was requested. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateExpires: number | null
}

/** An export that has ended. */
export type ExportCompletedData = {
  /** ID of the export. */
  readonly id: string
}

/** An export is done, or has failed: `GET exports/{id}` says which, and has the link. */
export type ExportCompletedEvent = EventOf<'export.completed', ExportCompletedData>

/** What to export, and how to write it. */
export type ExportRequest = {
  /** What the file has one record of for each. */
  readonly kind: ExportKind
  /** `csv` for spreadsheets, `ndjson` for programs: one JSON object per line, shaped as in this API. */
  readonly format: ExportFormat
  /** Only records that were created at this time or later. Milliseconds since the epoch. */
  readonly from?: number | undefined
  /** Only records that were created at this time or before. Milliseconds since the epoch. */
  readonly to?: number | undefined
}

export type FeatureFriendRewardSpec = {
  /** A feature of your product that you enable. */
  readonly type: 'FEATURE'
  /** Your name for the feature. */
  readonly featureType: string
  /** Quantity. */
  readonly quantity: number
}

export type FeatureReward = RewardRecord & FeatureFriendRewardSpec

export type FeatureRewardSpec = FeatureFriendRewardSpec

export type FeatureRewardWithUser = FeatureReward & {
  readonly user: UserSummary | null
}

/** What came of a user’s code so far. `saved`, `queued` and `rewardLimit` belong to the account, all else to the user. `nextReward` is null while the program is off, and where no further reward is to be had; `queued` where no percentage waits; `rewardLimit` where the program has no limit. */
export type Figures = {
  /** Visits to the user’s share links by people, as in statistics: prefetches, crawlers and requests that are not for a page are not counted. A click appears within two minutes. */
  readonly clicks: number
  /** Different browsers among the clicks, each counted once a day (UTC). It appears with its click. */
  readonly visitors: number
  /** Friends of the user who have not converted yet, now. */
  readonly inProgress: number
  /** Friends of the user who have converted and have not left, now. */
  readonly converted: number
  /** Friends of the user who have left, whether they had converted or not. */
  readonly ended: number
  /** What the account has saved so far, by currency: the referral discount on its bills, those of which the payment was voided left out, what was given back because a discount was missing, and credit in a currency that was redeemed by `POST credit/redeem`. It includes what the account saved as a friend. Bills that the service has not seen are not estimated, and credit that is not used yet is not included. */
  readonly saved: readonly (SavedAmount)[]
  /** The user’s shares of the payments of friends so far (`PAYMENT_SHARE`), by currency, whether the credit was used or not. Empty without any. */
  readonly shared: readonly (SharedAmount)[]
  readonly nextReward: NextReward | null
  /** The milestones of the program that the user has reached or can still reach, in ascending order. Those that the user had passed before they were set are left out. A milestone that was reached has the reward that was given, even if the program has changed it since. */
  readonly milestones: readonly (MilestoneProgress)[]
  readonly queued: QueuedDiscounts | null
  readonly rewardLimit: RewardLimit | null
}

/** What came of a user’s code so far, with what the friends paid and the rewards of each year, which the pages of the user do not have. */
export type FiguresWithMoney = Figures & {
  /** What the payment processor charged the friends of the user so far, what it gave back to them subtracted, by currency. Empty without a connected processor, and before the first payment of a friend. */
  readonly brought: readonly (BroughtAmount)[]
  /** What the rewards of the user came to by calendar year and currency, the earliest first. */
  readonly yearlyRewards: readonly (YearlyRewards)[]
}

/** What a rule flagged in one mode, and how the sides of these referrals are decided now. */
export type FlaggedReferrals = {
  /** Referrals that the rule flagged. Each has two sides, which are counted below. */
  readonly referrals: number
  /** Sides that wait for a decision. */
  readonly pending: number
  /** Sides that your staff or your server approved. */
  readonly approvedByStaff: number
  /** Sides that your staff or your server denied. */
  readonly deniedByStaff: number
  /** Sides that this rule, or another one that was active, denied and that are not decided since. */
  readonly deniedByRule: number
  /** Sides that are approved without a decision, as every side is at first. */
  readonly notDecided: number
  readonly confirmedRate: number | null
}

/** The figures that it is computed from, defaults included. */
export type ForecastFigures = {
  /** What friends and referrers pay for each bill, in the currency of the program. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly price: number
  /** How often they have a bill. */
  readonly billingIntervalType: 'MONTH' | 'QUARTER' | 'SEMI_ANNUAL' | 'YEAR'
  /** Friends who come in each month. */
  readonly friendsPerMonth: number
  /** How many of them pay. Percent, 0 to 100, at most two decimals. */
  readonly conversionRate: number
  /** How many of the friends who have paid cancel in each month. Percent, 0 to 100, at most two decimals. */
  readonly cancellationRate: number
  /** Friends who pay that a referrer brings in a year, on average. */
  readonly friendsPerReferrer: number
}

/** What is expected of a month. */
export type ForecastMonth = ForecastTotal & {
  /** Number of the month, from 1 to 12. */
  readonly month: number
}

/** What a forecast is computed from. Without `program` it is of the present settings; other absent fields have their defaults. */
export type ForecastRequest = {
  readonly program?: ProgramSettings | undefined
  /** What friends and referrers pay for each bill, in the currency of the program. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly price: number
  /** How often they have a bill. */
  readonly billingIntervalType?: 'MONTH' | 'QUARTER' | 'SEMI_ANNUAL' | 'YEAR' | undefined
  /** Friends who come in each month. */
  readonly friendsPerMonth?: number | undefined
  /** How many of them pay. Percent, 0 to 100, at most two decimals. */
  readonly conversionRate?: number | undefined
  /** How many of the friends who have paid cancel in each month. Percent, 0 to 100, at most two decimals. */
  readonly cancellationRate?: number | undefined
  /** Friends who pay that a referrer brings in a year, on average. */
  readonly friendsPerReferrer?: number | undefined
}

/** The twelve months together. */
export type ForecastTotal = {
  /** Friends who pay for the first time. An expected value, rounded to two decimals. */
  readonly converted: number
  /** Bills of friends, those that a discount brings to zero included. An expected value, rounded to two decimals. */
  readonly bills: number
  /** What friends would pay without discounts. In the currency’s major unit. */
  readonly revenue: number
  /** What is taken off the bills of friends. In the currency’s major unit. */
  readonly friendDiscounts: number
  /** What is taken off the bills of referrers, because of these friends. In the currency’s major unit. */
  readonly referrerDiscounts: number
  /** `revenue` without the discounts. Below zero if these are more. In the currency’s major unit. */
  readonly net: number
}

/** A fraud rule and what it flagged while it was active and while it was in shadow mode. A referral that a rule flagged in both modes counts in both. */
export type FraudRuleFigures = {
  /** Name of the rule. */
  readonly rule: FraudRuleName
  /** What the rule compares, as a sentence. */
  readonly message: string
  /** Mode of the rule in the program now. */
  readonly mode: FraudRuleMode
  readonly holds: 'REFERRER' | 'BOTH' | null
  /** The thresholds of the rule by name, as `fraudRules` of the program sets them. */
  readonly thresholds: { readonly [name: string]: RuleThreshold }
  readonly active: FlaggedReferrals
  readonly shadow: FlaggedReferrals
  readonly decided: DecidedReferrals
  readonly precision: number | null
  readonly recall: number | null
}

/** The mode and the thresholds of a fraud rule. */
export type FraudRuleSetting = {
  /** Name of the rule. */
  readonly rule: FraudRuleName
  /** `shadow` records what the rule would have done, without effect. */
  readonly mode: FraudRuleMode
  /** Thresholds of the rule by name. An absent one has its default. `GET fraud-rules` has the names with their bounds. */
  readonly thresholds?: { readonly [name: string]: number } | undefined
}

/** The fraud rules of the program with their figures. */
export type FraudRules = {
  /** First day of the range. */
  readonly from: string
  /** Last day of the range. */
  readonly to: string
  /** When the range starts. Milliseconds since the epoch. */
  readonly dateStarts: number
  /** When the range ends (exclusive). Milliseconds since the epoch. */
  readonly dateEnds: number
  /** The time zone of the days. */
  readonly timeZone: string
  /** Whether figures are being counted again, or for the first time. After a change of the program’s time zone they stay in the old one until that is done. */
  readonly recounting: boolean
  /** Referrals that started in the range and of which your staff denied a side, whether a rule flagged them or not. */
  readonly denied: number
  /** One entry per rule. */
  readonly rules: readonly (FraudRuleFigures)[]
}

/** A fraud rule that matched. */
export type FraudSignal = {
  /** Name of the rule that matched. */
  readonly rule: string
  /** What the rule found, with its numbers. */
  readonly message: string
  /** Whether the rule is in shadow mode: the signal has no effect. */
  readonly shadow: boolean
  readonly date: number | null
  /** The facts that the rule read, by name; empty for a rule without any. */
  readonly facts: { readonly [name: string]: number }
}

/** What fraud rules would have done with referrals that are stored. */
export type FraudSimulation = {
  /** ID of the simulation. */
  readonly id: string
  /** `RUNNING` while a background job counts: the figures are of what it has counted until now, and there are no referrals yet. `FAILED` after repeated errors of the service: request it again. */
  readonly state: 'RUNNING' | 'DONE' | 'FAILED'
  /** First day of the range. */
  readonly from: string
  /** Last day of the range. */
  readonly to: string
  /** When the range starts. Milliseconds since the epoch. */
  readonly dateStarts: number
  /** When the range ends (exclusive). Milliseconds since the epoch. */
  readonly dateEnds: number
  /** The time zone of the days. */
  readonly timeZone: string
  /** The currency of amounts. */
  readonly currency: string
  /** One entry per requested rule. */
  readonly rules: readonly (SimulatedFigures)[]
  readonly total: SimulatedTotal
  /** The referrals that would have been held, newest first, at most 100. */
  readonly referrals: readonly (HeldReferral)[]
  readonly nextCursor: string | null
  /** When the simulation was requested. Milliseconds since the epoch. */
  readonly dateCreated: number
  /** When it is deleted, 7 days after its request. Milliseconds since the epoch. */
  readonly dateExpires: number
}

/** What to try on referrals that started in a range of at most 90 days. */
export type FraudSimulationRequest = {
  /** First day of the range. Defaults to 29 days before `to`. A day of the program’s time zone, such as `2026-03-01`, or any moment of it in milliseconds since the epoch. */
  readonly from?: string | undefined
  /** Last day of the range. Defaults to today. A day of the program’s time zone, such as `2026-03-01`, or any moment of it in milliseconds since the epoch. */
  readonly to?: string | undefined
  /** The rules that are tried, each once. An absent threshold has its default. */
  readonly rules: readonly (SimulatedRule)[]
}

export type FriendPayments = {
  /** ISO 4217 code of the currency. */
  readonly currency: string
  /** What was charged. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly charged: number
  /** What was given back of that. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly refunded: number
}

/** The terms of the friend’s reward. */
export type FriendRewardSpec = PercentFriendRewardSpec | CreditFriendRewardSpec | FeatureFriendRewardSpec | ShareFriendRewardSpec

/** A referral that would have been held. */
export type HeldReferral = {
  /** ID of the referral. */
  readonly referralId: string
  /** The referrer’s account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly referringAccountId: string
  /** The friend’s account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly referredAccountId: string
  /** When the referral started. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly amount: number | null
  /** The active rules that match. */
  readonly found: readonly (SimulatedFinding)[]
}

/** A page of their own for referrers. */
export type HostedPage = {
  /** Whether the program has a page at `/p/{tenantAlias}`, where people sign in by a link that is sent to their e-mail address. Needs `emails`. */
  readonly enabled: boolean
  /** Whether an address that no user has becomes a user of a new account when its link is used. Otherwise such an address gets no e-mail. */
  readonly joinByEmail: boolean
}

/** A page of their own for referrers. */
export type HostedPageSetting = {
  /** Whether the program has a page at `/p/{tenantAlias}`, where people sign in by a link that is sent to their e-mail address. Needs `emails`. */
  readonly enabled?: boolean | undefined
  /** Whether an address that no user has becomes a user of a new account when its link is used. Otherwise such an address gets no e-mail. */
  readonly joinByEmail?: boolean | undefined
}

export type Identification = PageUser & {
  /** The referral code the user arrived with. Attributes the account if it is the account’s first code. */
  readonly referral_code?: string | undefined
}

export type Identified = {
  /** Your ID for the account. */
  readonly accountId: string
  /** Your ID for the user. */
  readonly userId: string
  /** The user’s referral code, in upper case. */
  readonly referralCode: string
  readonly shareLinks: ShareLinks
  /** Whether the account is referred. Present only for signed calls. */
  readonly attributed?: boolean | undefined
  readonly reason?: string | null | undefined
}

/** A file that is imported, and how far that is. */
export type Import = {
  /** ID of the import. */
  readonly id: string
  /** What each row of the file is. */
  readonly kind: ImportKind
  /** The format of the file. */
  readonly format: ExportFormat
  readonly fileName: string | null
  readonly mapping: ImportMapping | null
  readonly dateFormat: string | null
  /** Whether rows are only checked, and nothing is stored. */
  readonly dryRun: boolean
  /** `PENDING` until the first row is imported, `RUNNING` while rows are imported. `FAILED` if the rest of the file cannot be read: `failure` says why, and the rows before it are imported. */
  readonly state: TransferState
  /** Number of rows that are done. */
  readonly rows: number
  /** Rows that added a user, a referral or a balance. */
  readonly created: number
  /** Rows that changed what was there. */
  readonly updated: number
  /** Rows that were there already. */
  readonly unchanged: number
  /** Rows that were not imported. Their errors say why. */
  readonly rejected: number
  /** Columns with values that are not imported, because no field has their name: look whether they say something that matters. The first 100. */
  readonly ignoredColumns: readonly (string)[]
  readonly failure: string | null
  /** When the file was received. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateFinished: number | null
}

/** Why a row of a file was not imported. */
export type ImportError = {
  /** The line of the file on which the row begins. */
  readonly line: number
  readonly field: string | null
  /** An error code of this API. */
  readonly code: string
  /** What is wrong and how to fix it. */
  readonly message: string
}

/** What the service has seen of an integration. All times are by the clock of the service; the step `REFERRAL_CONVERTED` has none while the clock of a test program is ahead of it, and names the day in its message. */
export type Integration = {
  /** All steps, in the order of an integration. */
  readonly steps: readonly (IntegrationStep)[]
  /** The websites that were seen in the last 30 days, the latest first. Anyone can send any origin, so those that the program does not name are limited to 20. */
  readonly pages: readonly (SeenPage)[]
  readonly identifications: SeenIdentifications
  readonly rejectedNotifications: RejectedNotifications
}

/** A step of an integration, and whether it was seen. */
export type IntegrationStep = {
  /** The step. */
  readonly step: 'PROGRAM_ACTIVE' | 'LANDING_PAGE_SET' | 'CUSTOM_DOMAIN' | 'SCRIPT_LOADED' | 'ORIGINS_ALLOWED' | 'CODE_FILLED' | 'USER_IDENTIFIED' | 'SERVER_CALLED' | 'PROCESSOR_CONNECTED' | 'NOTIFICATION_RECEIVED' | 'REFERRAL_CONVERTED'
  /** `WARNING`: it works in part. `MISSING`: referrals do not work without it. `OPTIONAL`: it is not done, and is only needed by some integrations. */
  readonly state: 'DONE' | 'WARNING' | 'MISSING' | 'OPTIONAL'
  readonly dateFirst: number | null
  readonly dateLast: number | null
  /** What was seen, or what is missing and how to do it. */
  readonly message: string
  /** The guide that explains the step. */
  readonly guideUrl: string
}

export type InvitationRequest = Identification & {
  /** The e-mail addresses of the friends. */
  readonly addresses: readonly (string)[]
}

/** What became of a request for invitations. */
export type InvitationResults = {
  /** The result for each address, in the order of the request. */
  readonly results: readonly ({
    /** The address as it was sent. */
    readonly email: string
    /** `ACCEPTED` is the answer for every address that can receive e-mail, whether or not an invitation is sent. `INVALID` is no address, `OWN` is the user’s own. `NAME_MISSING`: the user has no first name that an e-mail can show. `TOO_MANY`: the limit of the day is reached. */
    readonly result: 'ACCEPTED' | 'INVALID' | 'OWN' | 'NAME_MISSING' | 'TOO_MANY'
  })[]
  /** How many further addresses the user can invite now. */
  readonly remainingToday: number
}

export type KeyRoll = {
  /** For how many hours the previous key keeps working; 0 ends it within five seconds. */
  readonly overlapHours: number
}

/** A referrer who agreed to be shown. */
export type Leader = {
  /** The place by converted friends of all time, as statistics count them. Equals share a place. */
  readonly rank: number
  /** The first name. */
  readonly firstName: string
}

/** The place of the user among referrers. `rank` is null without a converted friend, and beyond the first 500 referrers. A new conversion counts within two minutes. */
export type Leaderboard = {
  readonly rank: number | null
  /** Whether the user agreed to be shown. */
  readonly isShown: boolean
  /** The first 10 of those who agreed to be shown and have a first name. Places between them belong to others. */
  readonly leaders: readonly (Leader)[]
}

/** What messengers and networks show of a share link. */
export type LinkCard = {
  /** Language of the card. */
  readonly locale: string
  /** The title. */
  readonly title: string
  /** The text below the title. */
  readonly description: string
  /** The name of the site. */
  readonly siteName: string
  readonly imageUrl: string | null
  readonly imageAlt: string | null
  /** Whether the picture is above the text; a logo is beside it. */
  readonly isLarge: boolean
}

/** How share links look in messengers and networks, in one language. */
export type LinkPreview = {
  /** The title of the preview. */
  readonly title?: string | undefined
  /** The text below the title. */
  readonly description?: string | undefined
  /** URL of a PNG or JPEG picture: 1200 × 630 pixels, less than 600 kB. Networks keep a picture under its URL, so another picture needs another URL. */
  readonly imageUrl?: string | undefined
  /** Width of the picture in pixels. With both sides, a first share shows it at once. */
  readonly imageWidth?: number | undefined
  /** Height of the picture in pixels. */
  readonly imageHeight?: number | undefined
  /** What the picture shows, for people who cannot see it. */
  readonly imageAlt?: string | undefined
}

/** A referral in a list. `amountAtStake` is what an approval of its waiting sides is worth, for a referral that waits for staff: estimated when it was held and once a day, at the price that the account pays, a percentage without an end for 12 months. It is null without a known value in the currency of the program. */
export type ListedReferral = Referral & {
  readonly amountAtStake: ProgramAmount | null
  readonly othersInCluster: number | null
}

/** A user in a list, with figures where the request asks for them. */
export type ListedUser = User & {
  readonly figures?: UserFigures | undefined
}

/** A request to a receiver, with its response. */
export type LoggedAttempt = Attempt & {
  /** The first 4 KiB of headers and body that were sent, without names and e-mail addresses. */
  readonly request: string
  readonly response: string | null
}

/** A delivery with the requests and responses of its attempts. */
export type LoggedDelivery = DeliveryRecord & {
  /** The attempts, oldest first. */
  readonly attempts: readonly (LoggedAttempt)[]
}

/** An e-mail to a participant. */
export type Mail = {
  /** ID of the e-mail. */
  readonly id: string
  /** `FRIEND_JOINED` says that a referral started, to the referrer. `REWARD_EARNED` says that a reward is available, to its owner. `REWARD_EXPIRING` says that an unspent reward is about to expire. `DISCOUNT_ENDING` says that a percentage is about to end. `SHARE_REMINDER` reminds a customer who never shared of their link, once. `REFERRAL_CHECKED` tells a referrer that a referral waits for a decision by staff, once for each. `INVITATION` goes to a friend whom a user invited. `PAGE_SIGN_IN` has a link to the hosted page, sent on request. */
  readonly kind: ListedMailKind
  /** `WAITING` until it is due or the mail server accepts it, `SENDING`, `SENT` once the mail server accepted it, `KEPT` for test programs and without a mail server, `SKIPPED` if it is not to be sent any more, `FAILED` if the mail server refused it. */
  readonly state: MailState
  readonly reason: MailReason | null
  readonly message: string | null
  readonly replyCode: number | null
  /** How many times the mail server answered for this e-mail. */
  readonly attempts: number
  readonly accountId: string | null
  readonly userId: string | null
  readonly referralId: string | null
  readonly rewardId: string | null
  /** When the e-mail was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  /** When it is, or was, to be sent. Milliseconds since the epoch. */
  readonly dateDue: number
  readonly dateFinished: number | null
}

/** What the recipient sees. */
export type MailContent = {
  /** Language of the texts. */
  readonly language: string
  /** The subject. */
  readonly subject: string
  /** The message as plain text. */
  readonly text: string
  /** The message as an HTML document. */
  readonly html: string
}

/** Mail domains that fraud rules judge otherwise. A domain counts with the domains below it. */
export type MailDomains = {
  /** Domains whose addresses count as disposable, besides those of the service’s own list. */
  readonly disposable: readonly (string)[]
  /** Domains whose addresses never count as disposable, and whose people have nothing in common for fraud rules, such as those of a large customer or a university. */
  readonly trusted: readonly (string)[]
}

/** Mail domains that fraud rules judge otherwise. A domain counts with the domains below it. */
export type MailDomainsSetting = {
  /** Domains whose addresses count as disposable, besides those of the service’s own list. */
  readonly disposable?: readonly (string)[] | undefined
  /** Domains whose addresses never count as disposable, and whose people have nothing in common for fraud rules, such as those of a large customer or a university. */
  readonly trusted?: readonly (string)[] | undefined
}

/** Which e-mails a user wants. */
export type MailPreferences = {
  readonly subscribed: boolean | null
  /** Each kind of e-mail. */
  readonly kinds: readonly ({
    /** The kind of e-mail. */
    readonly kind: MailKind
    /** Whether the program sends this kind. */
    readonly sent: boolean
    /** Whether the user wants this kind. */
    readonly wanted: boolean
  })[]
}

export type MailPreferencesRequest = Identification & {
  /** False unsubscribes from all e-mails, true subscribes again. */
  readonly subscribed?: boolean | undefined
  /** The kinds that the user does not want; the others are wanted. */
  readonly unwanted?: readonly (MailKind)[] | undefined
}

/** What to render; `emails` replaces the settings of the program. */
export type MailPreview = {
  /** The kind of e-mail. */
  readonly kind: 'FRIEND_JOINED' | 'REWARD_EARNED' | 'REWARD_EXPIRING' | 'DISCOUNT_ENDING' | 'SHARE_REMINDER' | 'REFERRAL_CHECKED' | 'INVITATION'
  /** The language; defaults to that of the settings. */
  readonly language?: string | undefined
  readonly emails?: EmailSettingsUpdate | null | undefined
}

/** Texts of e-mails in one language. */
export type MailTexts = {
  /** Texts of `FRIEND_JOINED`. Placeholders: `{friendName}`, `{reward}`, `{programName}`, `{shareLink}`. */
  readonly FRIEND_JOINED?: MailKindTexts | undefined
  /** Texts of `REWARD_EARNED`. Placeholders: `{reward}`, `{programName}`, `{shareLink}`. */
  readonly REWARD_EARNED?: MailKindTexts | undefined
  /** Texts of `REWARD_EXPIRING`. Placeholders: `{reward}`, `{expiryDate}`, `{programName}`, `{shareLink}`. */
  readonly REWARD_EXPIRING?: MailKindTexts | undefined
  /** Texts of `DISCOUNT_ENDING`. Placeholders: `{reward}`, `{expiryDate}`, `{programName}`, `{shareLink}`. */
  readonly DISCOUNT_ENDING?: MailKindTexts | undefined
  /** Texts of `SHARE_REMINDER`. Placeholders: `{reward}`, `{programName}`, `{shareLink}`. */
  readonly SHARE_REMINDER?: MailKindTexts | undefined
  /** Texts of `REFERRAL_CHECKED`. Placeholders: `{friendName}`, `{programName}`, `{shareLink}`. */
  readonly REFERRAL_CHECKED?: MailKindTexts | undefined
  /** Texts of `INVITATION`. Placeholders: `{senderName}`, `{reward}`, `{programName}`, `{shareLink}`. */
  readonly INVITATION?: MailKindTexts | undefined
  /** Text at the end of every e-mail, such as the name and postal address of your business. No placeholders. */
  readonly footer?: string | undefined
}

/** A system of your own that makes bills: it reads what each next bill should have off with `GET discounts` or from the event `discount.changed`, and reports with `POST bills` what was billed. The service calls nothing. The environment is `sandbox` for test programs and `production` for live ones, and may be left out. */
export type ManualCredentials = {
  /** Your own system, which makes the bills. */
  readonly processor: 'manual'
  /** `sandbox` for test programs, `production` for live programs, or the address of a local gateway for test programs if the service permits it. */
  readonly environment?: string | undefined
  /** Calls to the processor in a day (UTC, of the test clock for a test program with one) after which routine comparisons of discounts wait for the next day. What requests, notifications and bills of the next two days need is called all the same. Without it the present one stays; 10000 at first. */
  readonly dailyCallBudget?: number | undefined
}

/** A further reward for the referrer who has brought a number of friends, once per user. */
export type Milestone = {
  /** The number of friends at which the reward is given: those whose referral converted and whose referrer’s side is approved. Friends who left later still count. */
  readonly friends: number
  readonly reward: RewardSpec
}

/** A milestone of the program, and whether the user has reached it. */
export type MilestoneProgress = {
  /** The number of friends at which the reward is given: those whose referral converted and whose referrer’s side is approved. Friends who left later still count. */
  readonly friends: number
  /** Whether the user has the reward. It is false again while a reversed payment or a decision by staff holds one of the friends. */
  readonly reached: boolean
  /** How many more friends have to count for it; 0 when it is reached. */
  readonly friendsToGo: number
  readonly reward: RewardSpec
}

export type ModeratedReferrals = {
  /** The referrals after the actions. */
  readonly referrals: readonly (Referral)[]
}

export type Moderation = {
  /** The actions to apply, 1 to 100. */
  readonly actions: readonly (ModerationAction)[]
}

/** A moderation decision about a referral. */
export type ModerationAction = {
  /** ID of the referral. */
  readonly referralId: string
  /** `APPROVE`, `DENY` or `PEND` for both sides; add `_REFERRER` or `_REFERRED` for one side. */
  readonly action: 'APPROVE' | 'DENY' | 'PEND' | 'APPROVE_REFERRER' | 'DENY_REFERRER' | 'PEND_REFERRER' | 'APPROVE_REFERRED' | 'DENY_REFERRED' | 'PEND_REFERRED'
}

export type NewApiKey = {
  /** What the key is for, such as the system that uses it. No two working keys have the same name. */
  readonly name: string
  /** What the key may do: `read`; `write` accounts, users and referrals; `money` for rewards and credit; `admin` for the program, connections, keys and files. */
  readonly scopes: readonly (Scope)[]
  /** When the key stops working; never if absent. Milliseconds since the epoch. */
  readonly dateExpires?: number | undefined
}

export type NewDomain = {
  /** The host of the share links, in lower case; internationalized names in their `xn--` form. A name of its own below that of your shop is best. */
  readonly domain: string
}

export type NewReceiver = {
  /** Where events are sent by POST. `https` on port 443 or 8443 for live programs; test programs may also use `http`, on port 80 or 8080. The host must resolve to public addresses. A user name or password in the URL is refused. */
  readonly url: string
  /** The types of events to send; an empty list stands for all types, those of later releases included. */
  readonly types?: readonly (EventType)[] | undefined
  /** A note for your own use, such as the system that receives the events. */
  readonly description?: string | undefined
  /** Whether events are sent. Enabling a disabled receiver clears `disabledReason` and sends what is pending. */
  readonly enabled?: boolean | undefined
  /** Whether events contain names and e-mail addresses of users, in addition to IDs and amounts. */
  readonly includePersonalData?: boolean | undefined
}

export type NewReward = {
  /** Your ID for the account that gets the reward. The account must exist. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your ID for the user who earned the reward, if any. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly userId?: string | undefined
  readonly reward: RewardSpec
  /** When to give the reward. If absent or in the past, it is given immediately. Milliseconds since the epoch. */
  readonly dateScheduledFor?: number | undefined
  /** When the reward expires (exclusive). Must be later than the time it is given. Milliseconds since the epoch. */
  readonly dateExpires?: number | undefined
}

/** How far the next reward is. */
export type NextReward = {
  /** How many more friends have to convert, with an approved referrer’s side, for the next reward. */
  readonly friendsToGo: number
}

/** A notification that the payment processor sent, with a valid signature. */
export type Notification = {
  /** ID of the notification. */
  readonly id: string
  /** Kind of notification, as the processor calls it. */
  readonly kind: string
  /** `RECEIVED`: stored, and not processed yet. `DONE`: processed; see `outcome`. `FAILED`: processing was given up after many attempts. */
  readonly state: NotificationState
  readonly outcome: 'CUSTOMER_FOUND' | 'NO_SUBSCRIPTION' | 'SUBSCRIPTION_NOT_FOUND' | 'DISCONNECTED' | null
  /** What happened to the notification, in a sentence. */
  readonly message: string
  readonly customerId: string | null
  readonly subscriptionId: string | null
  /** Failed or current attempts to process it; 0 if done. */
  readonly attempts: number
  readonly lastError: string | null
  /** When the processor sent it, by its own clock. Milliseconds since the epoch. */
  readonly dateSent: number
  /** When it was received, by the clock of the service. Milliseconds since the epoch. */
  readonly dateReceived: number
  readonly dateProcessed: number | null
}

/** A notification with its payload and what it caused. `reconciliation` is null when nothing is pending for the customer. */
export type NotificationDetails = Notification & {
  readonly accountId: string | null
  readonly reconciliation: Reconciliation | null
  readonly payload: string | null
}

/** A kind of notification of the payment processor. */
export type NotificationKind = {
  /** Kind of notification, as the processor calls it. */
  readonly kind: string
  readonly dateLastSeen: number | null
}

/** What friends see of an offer. */
export type OfferPreview = {
  readonly welcome: Welcome
  readonly linkCard: LinkCard
  readonly hostedPage: PreviewedPage
}

/** The settings, saved or not. */
export type OfferPreviewRequest = {
  readonly program: ProgramSettings
  /** Language of the page, such as `de-AT`. */
  readonly locale?: string | undefined
}

/** The offer in words: the program’s own, or those of Goodword. */
export type OfferTexts = {
  /** Language of the texts. */
  readonly locale: string
  /** Writing direction of that language. */
  readonly direction: 'ltr' | 'rtl'
  /** Who gives what, in one sentence. */
  readonly title: string
  /** What else there is to know. Can have line breaks. */
  readonly text: string
  /** For a code field: whose code it is, and what it gives. */
  readonly applied: string
}

/** The public information about a code. `reward` is the friend’s reward. */
export type OpenCode = {
  /** The referral code, in upper case. */
  readonly code: string
  /** The friend’s discount on each bill; 0 if the friend’s reward is not a percentage. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  readonly reward: RewardSpec | null
  readonly referrerName: string | null
  readonly appliesUntil: number | null
  readonly texts: OfferTexts
}

export type OwnCode = {
  /** The user’s code, in upper case. */
  readonly referralCode: string
  readonly shareLinks: ShareLinks
  /** How many more codes the user can choose. */
  readonly changesLeft: number
}

export type OwnCodeChoice = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly account_id: string
  /** Your ID for the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly user_id: string
  /** The chosen code: 4 to 20 letters and digits, with `-` between them, and at least two letters. Not case-sensitive; surrounding spaces are ignored. */
  readonly code: string
  /** The user’s fields as a JSON Web Token (HS256), signed by your server with the signing key. Can be sent as `Authorization: Bearer` instead. */
  readonly jwt?: string | undefined
}

/** What a user may have sent to friends. */
export type OwnInvitations = {
  /** How many addresses the user can invite now. */
  readonly remainingToday: number
  /** Whether `first_name` has to be sent, because an invitation names its sender. */
  readonly needsName: boolean
}

/** A referral as the referrer sees it. */
export type OwnReferral = {
  /** ID of the referral. */
  readonly id: string
  /** `IN_PROGRESS` means attributed but not yet converted. */
  readonly status: ReferralStatus
  readonly friendName: string | null
  readonly reason: 'AWAITING_PAYMENT' | 'NO_USER_IDENTIFIED' | 'REWARD_SCHEDULED' | 'MODERATION' | 'NOT_APPROVED' | 'SUBSCRIPTION_CANCELLED' | null
  readonly dateReviewEnds: number | null
  readonly appealUrl: string | null
  readonly reward: Reward | null
  /** The user’s shares of the payments of this friend so far, by currency. Empty without any. */
  readonly shared: readonly (SharedOfFriend)[]
  /** When the friend’s account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

export type PageSignInRequested = {
  /** How long the link can be used after it was sent. */
  readonly validMinutes: number
}

/** A payment of an account, as it was reported first. */
export type Payment = {
  /** Your ID for the account. */
  readonly accountId: string
  /** Your ID of the payment. */
  readonly reference: string
  /** What was paid, as it was reported first. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount: number
  /** The currency of the amount. */
  readonly currency: string
  /** When it was paid. Milliseconds since the epoch. */
  readonly date: number
}

export type PaymentReport = {
  /** Your ID for the account that paid. The account must exist. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your ID of the payment, another one for each payment of the program. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly reference: string
  /** What was paid for the subscription, after discounts and without tax; more than 0. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount: number
  /** The currency of the amount; that of the account if absent, otherwise of the program. */
  readonly currency?: string | undefined
  /** When it was paid, not in the future; now if absent. Milliseconds since the epoch. */
  readonly date?: number | undefined
}

/** A report about a payment of an account. */
export type PaymentReversal = {
  /** Your ID for the account. */
  readonly accountId: string
  /** `VOID`: the payment was voided before it settled. `REFUND`: money was given back. `DISPUTE`: the friend’s bank takes the money back. `DISPUTE_WON`: a dispute ended for you. */
  readonly kind: 'VOID' | 'REFUND' | 'DISPUTE' | 'DISPUTE_WON'
  readonly amount: number | null
  /** When it happened. Milliseconds since the epoch. */
  readonly date: number
  /** Your ID of the void, refund or dispute. */
  readonly reference: string
  /** What it meant for the referrer’s side when it was reported first: `HELD` (it waits), `APPROVED` (it does no longer wait), or `NONE`. */
  readonly effect: 'HELD' | 'APPROVED' | 'NONE'
}

export type PaymentReversalReport = {
  /** Your ID for the account that paid. The account must exist. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** `VOID`: the payment was voided before it settled. `REFUND`: money was given back. `DISPUTE`: the friend’s bank takes the money back. `DISPUTE_WON`: a dispute ended for you. */
  readonly kind: 'VOID' | 'REFUND' | 'DISPUTE' | 'DISPUTE_WON'
  /** What was refunded, in the currency of the account. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount?: number | undefined
  /** When it happened, not in the future; now if absent. Milliseconds since the epoch. */
  readonly date?: number | undefined
  /** Your ID of the void, refund or dispute. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly reference: string
  /** The `reference` of the payment; the one that converted the referral if absent. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly paymentReference?: string | undefined
}

export type PercentFriendRewardSpec = {
  /** A percentage discount on the account’s bills. */
  readonly type: 'PCT_DISCOUNT'
  /** Discount on each bill. Percent, 0 to 100, at most two decimals. */
  readonly discountPercent: number
  /** Duration in months from the conversion, from the time a milestone is reached, or from the time a `MANUAL` reward is given. N months cover N monthly bills: the friend’s discount ends at the start of the day on which the next bill is due. If absent, it lasts until the referral ends, and without end for a milestone. Calendar months. */
  readonly monthsDiscountIsValid?: number | undefined
}

export type PercentReward = RewardRecord & PercentRewardSpec

export type PercentRewardSpec = PercentFriendRewardSpec & {
  /** `ADD` (if absent): it adds up with other percentages on a bill, to at most 100. `QUEUE`: the percentages of a person that have it are used one after another, in the order in which they were earned. At most one of them is on a bill, each for its own months, and they wait while other percentages take the whole price off. Of bills that are longer than its months, it is on one. */
  readonly stacking?: 'ADD' | 'QUEUE' | undefined
}

export type PercentRewardWithUser = PercentReward & {
  readonly user: UserSummary | null
}

/** The page for referrers. */
export type PreviewedPage = {
  /** The page before sign-in, as HTML. */
  readonly signIn: string
  /** The page of a made-up referrer without scripts, as HTML. */
  readonly home: string
}

/** The settings of a referral program. */
export type Program = {
  /** Version number. Send it back when you replace the program. */
  readonly version: number
  /** Name of the program, shown to your staff. */
  readonly name: string
  readonly publicName: string | null
  /** Whether referral codes are valid and accounts are attributed. Existing referrals, rewards and discounts continue if the program is off. */
  readonly active: boolean
  /** Currency of prices that do not name one. */
  readonly currency: string
  /** IANA name of the time zone whose days and months statistics have. After a change they are counted again. */
  readonly timeZone: string
  /** ID of the discount at the payment processor that referral discounts inherit from. */
  readonly processorDiscountId: string
  /** Whether referral codes are promotion codes at the payment processor as well, so that customers can enter them at its own checkout. For Stripe, and codes without an underscore. */
  readonly processorPromotionCodes: boolean
  /** Whether friends see the referrer’s first name and last initial. Only names that your server, an import, staff or a signed call confirmed are shown. Leave it off, or set `requireSignedIdentification` as well: otherwise anyone who knows or guesses the IDs of a user gets their code by an unsigned call, and reads the name by the code. */
  readonly showReferrerName: boolean
  readonly landingPage: string | null
  readonly fallbackPage: string | null
  /** Origins that may make browser calls; empty for any origin. */
  readonly allowedOrigins: readonly (string)[]
  /** Lifetime of the tracking cookie in days. */
  readonly cookieDays: number
  /** `granted` stores the tracking cookie immediately, `required` only after consent, `cookieless` never. */
  readonly consentMode: ConsentMode
  readonly referredReward: FriendRewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Days between a conversion and the time the referrer’s reward is given. */
  readonly referrerHoldDays: number
  /** Further rewards for referrers who have brought a number of friends, in ascending order of `friends`. Each is given once per user, by the conversion or the approval with which the number is reached; who had passed a number before it was set does not get its reward. A reward that was given keeps its terms and follows the number of friends, also when its milestone is changed or removed. The hold of `referrerHoldDays` applies, `maxReferrerRewards` does not. */
  readonly milestones: readonly (Milestone)[]
  /** `RANK_ONLY` shows referrers in the widget their place among all, and the first names of those who agreed to it in the widget. `OFF` shows nothing. */
  readonly leaderboard: 'OFF' | 'RANK_ONLY'
  /** What happens to bills on which customers paid too much because of a wrong discount: `ASK` leaves them to your staff, `REFUND` gives the difference back by itself. What was paid too little is never charged. */
  readonly mendBills: 'ASK' | 'REFUND'
  /** Whether browser calls must be signed with the signing key. */
  readonly requireSignedIdentification: boolean
  readonly unsignedConversions: UnsignedConversions
  /** Mode and thresholds of each fraud rule; an absent rule has its default mode and thresholds. */
  readonly fraudRules: readonly (FraudRuleSetting)[]
  readonly reviewDays: number | null
  /** What happens at the end of `reviewDays`: `APPROVE` approves the side as your staff would, `KEEP` keeps it waiting, shows it as overdue and sends the webhook `referral.overdue` once. Sides that wait for a confirmation of what only unsigned calls reported, for the end of a block, or for another payment after the first one was reversed are never approved by time. */
  readonly reviewEnds: 'APPROVE' | 'KEEP'
  readonly mailDomains: MailDomains
  /** Public coupon pages whose visitors’ clicks on share links fraud rules count, besides those of the service’s own list. A host counts with the hosts below it. */
  readonly couponSites: readonly (string)[]
  /** Appearance of the widget. Absent fields have defaults. */
  readonly theme: WidgetTheme
  /** Texts of the widget by language, such as `de` or `pt-BR`. Other languages fall back to `en`; texts that are not set have the widget’s defaults. */
  readonly texts: { readonly [name: string]: WidgetTexts }
  /** How share links look in messengers and networks, by language such as `de` or `pt-BR`. What is not set has defaults from the reward and the texts of the program. */
  readonly preview: { readonly [name: string]: LinkPreview }
  readonly apps: Apps | null
  /** Whether referrers choose their own code in the widget and on the hosted page. */
  readonly referrersChooseCodes: boolean
  readonly emails: EmailSettings | null
  readonly hostedPage: HostedPage
  /** `ON` lets users have the service send invitations to their friends by e-mail. In many countries such an e-mail is advertising of yours that the friend has to agree to first. Needs e-mails with `postalAddress` and `privacyPage`. */
  readonly invitations: 'OFF' | 'ON'
  /** Whether programs and pages that were written for SaaSquatch may call this program by the paths that they know. The guide “Moving clients” has the list. */
  readonly legacyClients: boolean
  /** Maximum number of rewards per referrer; absent for no limit. */
  readonly maxReferrerRewards?: number | undefined
}

/** An amount in the currency of the program. */
export type ProgramAmount = {
  /** The amount. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount: number
  /** The currency of the program. */
  readonly currency: string
}

/** What a program is expected to cost and bring in its first year. */
export type ProgramForecast = {
  /** The currency of amounts. */
  readonly currency: string
  readonly figures: ForecastFigures
  /** What is taken for granted beside the figures, in English sentences. */
  readonly assumptions: readonly (string)[]
  /** The twelve months of the first year. */
  readonly months: readonly (ForecastMonth)[]
  readonly total: ForecastTotal
  /** How many referrers bring the friends of the year. An expected value, rounded to two decimals. */
  readonly referrers: number
  /** The part of `referrerDiscounts` that milestones add in the year. In the currency’s major unit. */
  readonly milestoneDiscounts: number
}

/** The settings of a program. Absent fields have their defaults. */
export type ProgramSettings = {
  /** Name of the program, shown to your staff. */
  readonly name?: string | undefined
  readonly publicName?: string | null | undefined
  /** Whether referral codes are valid and accounts are attributed. Existing referrals, rewards and discounts continue if the program is off. */
  readonly active?: boolean | undefined
  /** Currency of prices that do not name one. */
  readonly currency?: string | undefined
  /** IANA name of the time zone whose days and months statistics have. After a change they are counted again. */
  readonly timeZone?: string | undefined
  /** ID of the discount at the payment processor that referral discounts inherit from. */
  readonly processorDiscountId?: string | undefined
  /** Whether referral codes are promotion codes at the payment processor as well, so that customers can enter them at its own checkout. For Stripe, and codes without an underscore. */
  readonly processorPromotionCodes?: boolean | undefined
  /** Whether friends see the referrer’s first name and last initial. Only names that your server, an import, staff or a signed call confirmed are shown. Leave it off, or set `requireSignedIdentification` as well: otherwise anyone who knows or guesses the IDs of a user gets their code by an unsigned call, and reads the name by the code. */
  readonly showReferrerName?: boolean | undefined
  readonly landingPage?: string | null | undefined
  readonly fallbackPage?: string | null | undefined
  /** Origins that may make browser calls; empty for any origin. */
  readonly allowedOrigins?: readonly (string)[] | undefined
  /** Lifetime of the tracking cookie in days. */
  readonly cookieDays?: number | undefined
  /** `granted` stores the tracking cookie immediately, `required` only after consent, `cookieless` never. */
  readonly consentMode?: ConsentMode | undefined
  readonly referredReward?: FriendRewardSpec | null | undefined
  readonly referrerReward?: RewardSpec | null | undefined
  /** Days between a conversion and the time the referrer’s reward is given. */
  readonly referrerHoldDays?: number | undefined
  /** Maximum number of rewards per referrer; absent for no limit. */
  readonly maxReferrerRewards?: number | undefined
  /** Further rewards for referrers who have brought a number of friends, in ascending order of `friends`. Each is given once per user, by the conversion or the approval with which the number is reached; who had passed a number before it was set does not get its reward. A reward that was given keeps its terms and follows the number of friends, also when its milestone is changed or removed. The hold of `referrerHoldDays` applies, `maxReferrerRewards` does not. */
  readonly milestones?: readonly (Milestone)[] | undefined
  /** `RANK_ONLY` shows referrers in the widget their place among all, and the first names of those who agreed to it in the widget. `OFF` shows nothing. */
  readonly leaderboard?: 'OFF' | 'RANK_ONLY' | undefined
  /** What happens to bills on which customers paid too much because of a wrong discount: `ASK` leaves them to your staff, `REFUND` gives the difference back by itself. What was paid too little is never charged. */
  readonly mendBills?: 'ASK' | 'REFUND' | undefined
  /** Whether browser calls must be signed with the signing key. */
  readonly requireSignedIdentification?: boolean | undefined
  readonly unsignedConversions?: UnsignedConversionsSetting | undefined
  /** Mode and thresholds of each fraud rule; an absent rule has its default mode and thresholds. */
  readonly fraudRules?: readonly (FraudRuleSetting)[] | undefined
  readonly reviewDays?: number | null | undefined
  /** What happens at the end of `reviewDays`: `APPROVE` approves the side as your staff would, `KEEP` keeps it waiting, shows it as overdue and sends the webhook `referral.overdue` once. Sides that wait for a confirmation of what only unsigned calls reported, for the end of a block, or for another payment after the first one was reversed are never approved by time. */
  readonly reviewEnds?: 'APPROVE' | 'KEEP' | undefined
  readonly mailDomains?: MailDomainsSetting | undefined
  /** Public coupon pages whose visitors’ clicks on share links fraud rules count, besides those of the service’s own list. A host counts with the hosts below it. */
  readonly couponSites?: readonly (string)[] | undefined
  /** Appearance of the widget. Absent fields have defaults. */
  readonly theme?: WidgetTheme | undefined
  /** Texts of the widget by language, such as `de` or `pt-BR`. Other languages fall back to `en`; texts that are not set have the widget’s defaults. */
  readonly texts?: { readonly [name: string]: WidgetTexts } | undefined
  /** How share links look in messengers and networks, by language such as `de` or `pt-BR`. What is not set has defaults from the reward and the texts of the program. */
  readonly preview?: { readonly [name: string]: LinkPreview } | undefined
  readonly apps?: Apps | null | undefined
  /** Whether referrers choose their own code in the widget and on the hosted page. */
  readonly referrersChooseCodes?: boolean | undefined
  readonly emails?: EmailSettingsUpdate | null | undefined
  readonly hostedPage?: HostedPageSetting | undefined
  /** `ON` lets users have the service send invitations to their friends by e-mail. In many countries such an e-mail is advertising of yours that the friend has to agree to first. Needs e-mails with `postalAddress` and `privacyPage`. */
  readonly invitations?: 'OFF' | 'ON' | undefined
  /** Whether programs and pages that were written for SaaSquatch may call this program by the paths that they know. The guide “Moving clients” has the list. */
  readonly legacyClients?: boolean | undefined
}

/** All settings of the program, with the `version` you retrieved. Null clears a nullable field; an absent field is reset to its default. */
export type ProgramUpdate = ProgramSettings & {
  /** Version number. Send it back when you replace the program. */
  readonly version: number
}

/** The percentages with `stacking` `QUEUE` that wait. */
export type QueuedDiscounts = {
  /** How many queued percentages have not begun yet. */
  readonly waiting: number
  readonly dateNextBegins: number | null
  /** Whether bills are counted, as with a payment processor. */
  readonly isByBill: boolean
}

export type ReceivedAppeal = {
  /** Always true. */
  readonly received: boolean
}

/** A URL that events are sent to. */
export type Receiver = {
  /** ID of the webhook receiver. */
  readonly id: string
  /** Where events are sent by POST. `https` on port 443 or 8443 for live programs; test programs may also use `http`, on port 80 or 8080. The host must resolve to public addresses. A user name or password in the URL is refused. */
  readonly url: string
  /** The types of events to send; an empty list stands for all types, those of later releases included. */
  readonly types: readonly (EventType)[]
  readonly description: string | null
  /** Whether events are sent. Enabling a disabled receiver clears `disabledReason` and sends what is pending. */
  readonly enabled: boolean
  readonly disabledReason: 'GONE' | 'FAILING' | 'MANUAL' | null
  /** Whether events contain names and e-mail addresses of users, in addition to IDs and amounts. */
  readonly includePersonalData: boolean
  /** When the receiver was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateSecretRotated: number | null
}

export type ReceiverChange = {
  /** Where events are sent by POST. `https` on port 443 or 8443 for live programs; test programs may also use `http`, on port 80 or 8080. The host must resolve to public addresses. A user name or password in the URL is refused. */
  readonly url?: string | undefined
  /** The types of events to send; an empty list stands for all types, those of later releases included. */
  readonly types?: readonly (EventType)[] | undefined
  /** A note for your own use, such as the system that receives the events. */
  readonly description?: string | undefined
  /** Whether events are sent. Enabling a disabled receiver clears `disabledReason` and sends what is pending. */
  readonly enabled?: boolean | undefined
  /** Whether events contain names and e-mail addresses of users, in addition to IDs and amounts. */
  readonly includePersonalData?: boolean | undefined
}

/** A receiver with its signing secret. */
export type ReceiverWithSecret = Receiver & {
  /** The signing secret, for a library of Standard Webhooks. It is returned here only. */
  readonly secret: string
}

/** The pending comparison of the customer’s bills with the processor. */
export type Reconciliation = {
  /** `WAITING`: it runs later, or again. `FAILED`: it was given up after many attempts. */
  readonly state: 'WAITING' | 'RUNNING' | 'FAILED'
  /** Attempts since the last success. */
  readonly attempts: number
  readonly lastError: string | null
  readonly dateNextRun: number | null
}

export type ReconciliationRequest = {
  /** Only the customer of this account. Defaults to all accounts. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId?: string | undefined
}

/** The relation between a referrer and a referred account. `referredUser` is the first identified user of the referred account, or null. `referrerDecision` and `referredDecision` say who decided about each side and when; they are null without a decision. */
export type Referral = {
  /** ID of the referral. */
  readonly id: string
  /** The code that was used, in upper case. */
  readonly referralCodeUsed: string
  /** `IN_PROGRESS` means attributed but not yet converted. */
  readonly status: ReferralStatus
  /** Your ID for the referrer’s account. */
  readonly referringAccountId: string
  /** Your ID for the friend’s account. */
  readonly referredAccountId: string
  readonly referrerUser: User
  readonly referredUser: User | null
  readonly referrerReward: Reward | null
  readonly referredReward: Reward | null
  /** Moderation status of the referrer’s side. */
  readonly referrerModerationStatus: ModerationStatus
  /** Moderation status of the friend’s side. */
  readonly referredModerationStatus: ModerationStatus
  readonly referrerDecision: SideDecision | null
  readonly referredDecision: SideDecision | null
  /** Fraud rules that matched, including those in shadow mode. */
  readonly fraudSignals: readonly (FraudSignal)[]
  /** Machine-readable reasons why the referral is waiting or a side is not approved; empty if there is none. */
  readonly reasons: readonly (string)[]
  /** Whether the account was attributed by `POST referrals`, after the fact. */
  readonly attributedByHand: boolean
  /** When the friend’s account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

/** The referrer used the link of the notice. `GET referrals/{referralId}/review` has what they wrote. */
export type ReferralAppealedEvent = EventOf<'referral.appealed', ReferralData>

/** A referral code with its owner and its state. */
export type ReferralCode = {
  /** The referral code, in upper case. */
  readonly code: string
  /** Whether the code is disabled. */
  readonly disabled: boolean
  readonly dateExpires: number | null
  /** Your ID for the account that owns the code. */
  readonly accountId: string
  /** Your ID for the user who owns the code. */
  readonly userId: string
  /** When the code was created. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** The referred account paid for the first time, which unlocks the rewards. */
export type ReferralConvertedEvent = EventOf<'referral.converted', ReferralData>

/** A referral, without personal data. */
export type ReferralData = {
  /** ID of the referral. */
  readonly id: string
  /** The code that was used, in upper case. */
  readonly referralCodeUsed: string
  /** `IN_PROGRESS` means attributed but not yet converted. */
  readonly status: ReferralStatus
  /** Your ID for the referrer’s account. */
  readonly referringAccountId: string
  /** Your ID for the referrer. */
  readonly referrerUserId: string
  /** Your ID for the friend’s account. */
  readonly referredAccountId: string
  readonly referredUserId: string | null
  /** Moderation status of the referrer’s side. */
  readonly referrerModerationStatus: ModerationStatus
  /** Moderation status of the friend’s side. */
  readonly referredModerationStatus: ModerationStatus
  /** When the friend’s account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

/** The referred account cancelled. Both sides’ percentages end; credits that were given stay. */
export type ReferralEndedEvent = EventOf<'referral.ended', ReferralData>

/** The moderation status of a side changed: by staff, by a fraud rule, or because a payment was confirmed. */
export type ReferralModeratedEvent = EventOf<'referral.moderated', ReferralData>

/** A side has waited for `reviewDays`, and `reviewEnds` is `KEEP`: it waits on. Sent once for each time that the referral is held. */
export type ReferralOverdueEvent = EventOf<'referral.overdue', ReferralData>

/** What one needs to know to decide about a referral. */
export type ReferralReview = {
  /** ID of the referral. */
  readonly referralId: string
  /** How the friend came: as `channels` of the statistics count it. Anyone can send the browser call that makes a code a share link, so it proves nothing. */
  readonly channel: 'LINK' | 'CODE' | 'COUPON' | 'MANUAL' | 'IMPORTED' | 'OTHER'
  /** What the friend has paid at the payment processor, by currency; empty where none is connected, and before the first payment. */
  readonly friendPayments: readonly (FriendPayments)[]
  /** The referrer’s side and the friend’s. */
  readonly sides: readonly (ReviewedSide)[]
  readonly appeal: AppealText | null
  /** The referrer’s account and the friend’s. */
  readonly history: readonly (AccountHistory)[]
}

/** An account was attributed to a referrer. `accountId` of `GET events` is the friend’s account. */
export type ReferralStartedEvent = EventOf<'referral.started', ReferralData>

/** The referral of the account. */
export type ReferralUpdate = {
  /** The referral code the account signed up with. Only the first one counts. 2 to 64 letters, digits, `_` or `-`. Not case-sensitive; spaces, invisible characters and punctuation around it are ignored, letters of full width are plain ones, and a share link gives its code. The imported codes of an earlier product lead to the code that their owner has now. */
  readonly code?: string | undefined
}

/** Requests to the notification URL whose signature did not match. They are not stored, only counted. */
export type RejectedNotifications = {
  /** How many were rejected, counted every few minutes. */
  readonly count: number
  readonly dateFirst: number | null
  readonly dateLast: number | null
}

/** The rejected rows of an import, as a file to be corrected and imported. */
export type RejectedRows = {
  readonly downloadUrl: string | null
  /** Rejected rows in the file so far. */
  readonly rows: number
  /** Rows that were rejected so far. More than `rows` if not all of them are kept. */
  readonly rejected: number
  readonly dateExpires: number | null
}

/** A connection that was removed, or is being removed. */
export type RemovedConnection = {
  /** The payment processor. */
  readonly processor: 'braintree' | 'stripe' | 'manual'
  /** ID of the merchant, or of the account, at the processor. */
  readonly merchantId: string
  /** `REMOVING` while discounts are removed, or promotion codes end; the keys are deleted after them. */
  readonly state: 'REMOVED' | 'REMOVING'
  /** Number of live subscriptions at the processor that still have a referral discount, counted up to 100,000. */
  readonly discountsLeft: number
}

/** An e-mail with its content, which is made of the texts, names and rewards as they are now: it is not stored. The content is null if the program has no e-mails. */
export type RenderedMail = Mail & {
  readonly from: string | null
  readonly to: string | null
  readonly content: MailContent | null
}

/** A bill of your own system, as it was reported. */
export type ReportedBill = {
  /** Your ID for the account. */
  readonly accountId: string
  /** Your ID of the subscription. */
  readonly subscriptionId: string
  /** When the bill was made. Milliseconds since the epoch. */
  readonly date: number
  /** The price before our discount. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly price: number
  /** What was taken off for our discount. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly discount: number
  /** Currency of the amounts. */
  readonly currency: string
  readonly nextBillDate: string | null
}

export type ResendRequest = {
  /** Deliveries created from this time on. Milliseconds since the epoch. */
  readonly from: number
  /** Deliveries created up to this time (inclusive); without it, all since `from`. Milliseconds since the epoch. */
  readonly to?: number | undefined
  /** Only deliveries in this state. Defaults to `FAILED`. */
  readonly state?: DeliveryState | undefined
}

export type ResentDeliveries = {
  /** Number of deliveries that are sent again. */
  readonly count: number
}

/** What waits for a decision of staff in total. */
export type ReviewSummary = {
  /** Referrals with a side that waits for staff. */
  readonly referrals: number
  /** Sides of referrers that wait. */
  readonly referrerSides: number
  /** Sides of friends that wait. */
  readonly friendSides: number
  readonly amountAtStake: ProgramAmount
  /** Referrals without a known value in the currency of the program. */
  readonly withoutAmount: number
  /** Whether these are all; false where only the 10,000 referrals with the most at stake are counted. */
  readonly complete: boolean
  /** Referrals that have waited longer than the `reviewDays` of the program, counted up to 10,000. */
  readonly overdue: number
  readonly dateOldestHeld: number | null
  /** Referrals about which your staff decided in the last 30 days after a side had waited, counted up to the latest 10,000. */
  readonly decisions: number
  readonly medianTimeToDecideMs: number | null
}

/** What a side of a referral has, or gets when it is approved: `reward` is null where the program has none for it, `worth` where the price is not known or the reward has none. */
export type ReviewedSide = {
  /** `REFERRER` or the friend, `REFERRED`. */
  readonly side: 'REFERRER' | 'REFERRED'
  /** Your ID for the account of the side. */
  readonly accountId: string
  /** How the side is decided. */
  readonly status: ModerationStatus
  readonly reward: RewardSpec | null
  readonly worth: RewardWorth | null
  /** What a percentage has taken off bills so far, by currency; empty without a connected payment processor. Of credit, `redeemedCredit` of the reward says what was used. */
  readonly takenOff: readonly (TakenOff)[]
}

/** A reward of an account. */
export type Reward = PercentReward | CreditReward | FeatureReward | ShareReward

/** The balance of a unit. */
export type RewardBalanceChangedData = {
  /** Your ID for the account. */
  readonly accountId: string
  /** The unit of the credit. A currency code or a custom unit. */
  readonly unit: string
  /** What the account has of the unit now. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly available: number
}

/** Credit of an account was given, redeemed, cancelled or restored, or reserved for a bill. Several changes soon after each other are one event. The passing of time alone, such as an expiry or the end of a hold, is no event. */
export type RewardBalanceChangedEvent = EventOf<'reward.balance.changed', RewardBalanceChangedData>

export type RewardCancellation = {
  /** Why it is cancelled: the `note` of its event on the account’s timeline. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason?: string | undefined
}

/** What was not redeemed of a reward was cancelled, because the referral ended, by moderation, or manually. */
export type RewardCancelledEvent = EventOf<'reward.cancelled', Reward>

/** A reward was created; it may still be `PENDING`. A friend’s credit takes effect at the conversion, when its `reward.balance.changed` follows. */
export type RewardCreatedEvent = EventOf<'reward.created', Reward>

/** How much of the program’s limit on rewards is used. */
export type RewardLimit = {
  /** The rewards for friends that the account has and that were not cancelled, up to `maximum`. */
  readonly rewards: number
  /** `maxReferrerRewards` of the program. */
  readonly maximum: number
}

/** Credit that was redeemed in one go. */
export type RewardRedeemedData = {
  /** Your ID for the account. */
  readonly accountId: string
  readonly redemptionId: string | null
  /** The unit of the credit. A currency code or a custom unit. */
  readonly unit: string
  /** The redeemed amount. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly creditRedeemed: number
  /** What the account has of the unit now. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly creditAvailable: number
}

/** Credit was redeemed with `POST credit/redeem`, or taken off a bill by the payment processor. */
export type RewardRedeemedEvent = EventOf<'reward.redeemed', RewardRedeemedData>

/** The terms of a reward. */
export type RewardSpec = PercentRewardSpec | CreditRewardSpec | FeatureRewardSpec | ShareRewardSpec

/** A reward with whose it is: `user` is the user who earned it, otherwise the first user of the account; null before one is identified. */
export type RewardWithUser = PercentRewardWithUser | CreditRewardWithUser | FeatureRewardWithUser | ShareRewardWithUser

/** What a reward is worth, estimated: prices may change, and subscriptions may end. */
export type RewardWorth = {
  /** The amount at the present price of the account. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount: number
  /** ISO 4217 code of the currency. */
  readonly currency: string
  readonly bills: number | null
}

/** A new API key that replaces another one. */
export type RolledApiKey = ApiKeyWithSecret & {
  /** The previous key, with when it stops working. */
  readonly rolled: ApiKey
}

/** A new signing key. */
export type RolledSigningKey = SigningKey & {
  /** The signing key. It is returned here only. */
  readonly signingKey: string
  readonly rolled: SigningKey | null
}

/** A threshold of a fraud rule with its bounds. */
export type RuleThreshold = {
  /** The value of the program now. */
  readonly value: number
  /** The value that counts: `value`, or more where the referrals of the program usually have more. */
  readonly effective: number
  /** The value of a program that has set none. */
  readonly default: number
  /** The least value that a program may set. */
  readonly min: number
  /** The greatest value that a program may set. */
  readonly max: number
  /** What is counted, and whether the value is the least or the most. */
  readonly description: string
}

/** What was saved in one currency. */
export type SavedAmount = {
  /** ISO 4217 code. */
  readonly currency: string
  /** In the currency’s major unit. */
  readonly amount: number
}

/** How often and when calls of a kind were seen. */
export type SeenCalls = {
  /** How often, counted every few minutes. */
  readonly count: number
  readonly dateFirst: number | null
  readonly dateLast: number | null
}

/** The calls of pages that identify users. */
export type SeenIdentifications = {
  readonly signed: SeenCalls
  readonly unsigned: SeenCalls
  readonly invalidSignature: SeenCalls
}

/** A website whose pages loaded the script or called the API. */
export type SeenPage = {
  /** Origin of the page. */
  readonly origin: string
  /** Whether `allowedOrigins` of the program permits its calls. */
  readonly allowed: boolean
  /** When it was first seen. Milliseconds since the epoch. */
  readonly dateFirst: number
  /** When it was last seen. Milliseconds since the epoch. */
  readonly dateLast: number
}

/** Something about the set-up at the payment processor. */
export type SetupFinding = {
  /** What it is about. */
  readonly item: 'CUSTOM_FIELD' | 'DISCOUNT' | 'PERMISSION' | 'PROMOTION_CODE' | 'WEBHOOK'
  /** Name of the field, discount or permission at the processor. */
  readonly name: string
  /** What to do about it. */
  readonly message: string
}

export type ShareFriendRewardSpec = {
  /** A part of each payment of the friend for the subscription, as credit. Only `referrerReward` of a program can be that. */
  readonly type: 'PAYMENT_SHARE'
  /** The part of what the friend paid after discounts and without tax, rounded half up. Percent, 0 to 100, at most two decimals. */
  readonly sharePercent: number
  /** So many months of the friend’s bills, from the one that converts on. If absent, as long as the referral lasts. Calendar months. */
  readonly monthsShareIsValid?: number | undefined
  /** How long the credit of each payment is valid. If absent, it does not expire. Calendar months. */
  readonly monthsCreditIsValid?: number | undefined
  /** The most that a user gets for payments of a calendar month (UTC), for each currency by itself. What is refunded makes no room for other payments. An integer in the smallest unit: cents for a currency, whole units for a custom unit. */
  readonly maxCreditPerMonth?: number | undefined
}

/** Links to the program’s landing page with the user’s code, one per medium. They use your custom domain if you added one. */
export type ShareLinks = {
  /** The plain share link. */
  readonly direct: string
  /** Link for e-mails. */
  readonly email: string
  /** Link for posts on X (Twitter). */
  readonly twitter: string
  /** Link for posts on Facebook. */
  readonly facebook: string
  /** Link for posts on LinkedIn. */
  readonly linkedin: string
  /** Link for messages on WhatsApp. */
  readonly whatsapp: string
}

export type ShareReward = RewardRecord & ShareFriendRewardSpec

export type ShareRewardSpec = ShareFriendRewardSpec

export type ShareRewardWithUser = ShareReward & {
  readonly user: UserSummary | null
}

/** What payments of friends came to in one currency. */
export type SharedAmount = {
  /** ISO 4217 code. */
  readonly currency: string
  /** Less what was refunded or disputed, in the currency’s major unit. */
  readonly amount: number
  /** What the next shares pay back first, because credit of payments that were given back was spent. */
  readonly owed: number
}

/** What payments of a friend came to in one currency. */
export type SharedOfFriend = {
  /** ISO 4217 code. */
  readonly currency: string
  /** Less what was refunded or disputed, in the currency’s major unit. */
  readonly amount: number
}

export type ShownOnLeaderboard = {
  /** Whether the user is shown from now on. */
  readonly isShown: boolean
}

/** The last decision about a side of a referral. */
export type SideDecision = {
  /** `STAFF`: your staff or your server. `RULE`: a fraud rule, or the limit for unsigned conversions. `CONFIRMATION`: the payment that the side waited for was confirmed. `BLOCK`: the referrer’s account is blocked. `PROGRAM`: nobody decided within the `reviewDays` of the program. */
  readonly by: 'STAFF' | 'RULE' | 'CONFIRMATION' | 'BLOCK' | 'PROGRAM'
  readonly actor: string | null
  readonly reason: string | null
  readonly message: string | null
  readonly date: number | null
  readonly dateReviewEnds: number | null
  readonly dateDecidedByItself: number | null
}

/** A key that signs browser calls, without the key itself. */
export type SigningKey = {
  /** ID of the signing key. */
  readonly id: string
  /** When the key was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateExpires: number | null
  readonly dateRevoked: number | null
}

/** How your staff decided about what matches. */
export type SimulatedDecisions = {
  /** Referrals of `matched` whose referrer’s side your staff approved. */
  readonly approved: number
  /** Referrals of `matched` whose referrer’s side your staff denied. */
  readonly denied: number
}

/** What a rule would have done, with all of its thresholds. */
export type SimulatedFigures = SimulatedTotal & {
  /** Name of a rule about stored facts. Rules that compare friend and referrer cannot be simulated. */
  readonly rule: 'SAME_CARD' | 'SAME_DEVICE' | 'SAME_PERSON' | 'REFERRAL_RING' | 'REFERRER_BURST' | 'NETWORK_BURST' | 'DOMAIN_FARM' | 'DISPOSABLE_EMAIL' | 'LEAKED_CODE' | 'FAST_CONVERSION' | 'LEFT_EARLY' | 'PAYMENT_DISPUTED' | 'FAILED_CARDS' | 'REVIVED_REFERRER' | 'CAP_FARMING' | 'COUPON_CYCLING' | 'OWN_DECISION' | 'YEARLY_REWARDS'
  /** The mode that the rule would have had. */
  readonly mode: FraudRuleMode
  /** The thresholds that were tried, by name: raised, as those of the program are, where its referrals usually have more. */
  readonly thresholds: { readonly [name: string]: number }
}

/** Why a rule would have held the referral. */
export type SimulatedFinding = {
  /** Name of a rule about stored facts. Rules that compare friend and referrer cannot be simulated. */
  readonly rule: 'SAME_CARD' | 'SAME_DEVICE' | 'SAME_PERSON' | 'REFERRAL_RING' | 'REFERRER_BURST' | 'NETWORK_BURST' | 'DOMAIN_FARM' | 'DISPOSABLE_EMAIL' | 'LEAKED_CODE' | 'FAST_CONVERSION' | 'LEFT_EARLY' | 'PAYMENT_DISPUTED' | 'FAILED_CARDS' | 'REVIVED_REFERRER' | 'CAP_FARMING' | 'COUPON_CYCLING' | 'OWN_DECISION' | 'YEARLY_REWARDS'
  /** What the rule found, with its numbers. */
  readonly message: string
  /** The facts that the rule reads, by name. */
  readonly facts: { readonly [name: string]: number }
}

/** What would have been held. */
export type SimulatedHolds = {
  /** Referrals whose referrer’s side would wait for a decision and does not: it is approved, and not by your staff. 0 unless the mode is `active`. */
  readonly held: number
  /** What their referrers’ rewards are worth, in the major unit of `currency`: credits by their value, percentages at the referrer’s present price, on all bills of their months, or on one bill if they have no end. */
  readonly amount: number
  /** Referrals of `held` whose reward has no value in `currency`: time, features, other units, and percentages of a price that is not known. */
  readonly withoutAmount: number
}

/** A rule with the mode and the thresholds that are tried. */
export type SimulatedRule = {
  /** Name of a rule about stored facts. Rules that compare friend and referrer cannot be simulated. */
  readonly rule: 'SAME_CARD' | 'SAME_DEVICE' | 'SAME_PERSON' | 'REFERRAL_RING' | 'REFERRER_BURST' | 'NETWORK_BURST' | 'DOMAIN_FARM' | 'DISPOSABLE_EMAIL' | 'LEAKED_CODE' | 'FAST_CONVERSION' | 'LEFT_EARLY' | 'PAYMENT_DISPUTED' | 'FAILED_CARDS' | 'REVIVED_REFERRER' | 'CAP_FARMING' | 'COUPON_CYCLING' | 'OWN_DECISION' | 'YEARLY_REWARDS'
  /** The mode that the rule would have had. */
  readonly mode: FraudRuleMode
  /** Thresholds of the rule by name. An absent one has its default. `GET fraud-rules` has the names with their bounds. */
  readonly thresholds?: { readonly [name: string]: number } | undefined
}

/** All rules together: a referral that several match counts once. */
export type SimulatedTotal = {
  /** Referrals whose stored facts match, however they are decided. */
  readonly matched: number
  readonly would: SimulatedHolds
  readonly ofDecided: SimulatedDecisions
}

/** An open invitation to the merchant’s staff. */
export type StaffInvitation = {
  /** ID of the invitation. */
  readonly id: string
  /** The e-mail address that the person signs in with, in lower case. */
  readonly email: string
  /** What the person may do: `analyst` reads, `reviewer` also decides about referrals, `admin` does everything but manage the team, `owner` everything. */
  readonly role: StaffRole
  /** Who invited the person. */
  readonly invitedBy: string
  /** When the person was invited. Milliseconds since the epoch. */
  readonly dateCreated: number
  /** Until when the invitation can be accepted. Milliseconds since the epoch. */
  readonly dateExpires: number
}

export type StaffInvitationWithLink = StaffInvitation & {
  readonly link: string | null
}

/** An e-mail of the portal to a person of staff, or to an invited person. */
export type StaffMail = {
  /** ID of the e-mail. */
  readonly id: string
  /** The address that it is for. */
  readonly recipient: string
  /** The subject. */
  readonly subject: string
  /** The text, without the one-time link that the recipient got. */
  readonly text: string
  /** `KEPT`: there is no mail server, or it is being sent. `FAILED`: the mail server did not take it. */
  readonly state: 'KEPT' | 'SENT' | 'FAILED'
  /** When it was written. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** A person of the merchant’s staff. */
export type StaffMember = {
  /** ID of the person. */
  readonly id: string
  /** The person’s name. */
  readonly name: string
  /** The e-mail address that the person signs in with, in lower case. */
  readonly email: string
  /** What the person may do: `analyst` reads, `reviewer` also decides about referrals, `admin` does everything but manage the team, `owner` everything. */
  readonly role: StaffRole
  /** Whether the person can sign in with a password, and not only by a provider or a one-time link. */
  readonly hasPassword: boolean
  /** Whether a sign-in with the password requires a second factor. */
  readonly hasTwoFactor: boolean
  /** How many passkeys the person has. */
  readonly passkeys: number
  /** When the person joined the staff. Milliseconds since the epoch. */
  readonly dateJoined: number
  readonly dateLastSignIn: number | null
}

/** Figures of a range of days. */
export type Statistics = StatisticsPrevious & {
  /** The time zone of the days. */
  readonly timeZone: string
  /** Whether figures are being counted again. After a change of the program’s time zone they stay in the old one until that is done. */
  readonly recounting: boolean
  readonly dateClicksCounted: number | null
  readonly previous: StatisticsPrevious | null
  /** The intervals of the range, oldest first. */
  readonly intervals: readonly (StatisticsInterval)[]
  /** One entry per channel. */
  readonly channels: readonly (StatisticsChannel)[]
  /** One entry per medium. */
  readonly media: readonly (StatisticsMedium)[]
  /** The months of the range, at most the last 36, each as a whole, with all conversions until now. Months without attributions are left out. */
  readonly cohorts: readonly (StatisticsCohort)[]
  /** By type and unit. */
  readonly rewards: readonly (StatisticsRewards)[]
  /** The ten referrers with the most conversions; those without one are left out. */
  readonly referrers: readonly (StatisticsReferrer)[]
}

/** Referrals by how their accounts were attributed. */
export type StatisticsChannel = {
  /** `LINK`: by a share link: the tracking cookie attributed the account, or the first browser call of a user of the account had the tracking cookie of the same code, as where `autofill` puts it into a form. `CODE`: by a code that was entered, or sent by your server. `COUPON`: by the coupon field at the payment processor. `MANUAL`: by hand, with `POST referrals`. `IMPORTED`: by an import. `OTHER`: not known. A referral has one channel at its start, its conversion and its end. */
  readonly channel: 'LINK' | 'CODE' | 'COUPON' | 'MANUAL' | 'IMPORTED' | 'OTHER'
  /** Referrals that started: accounts that were attributed to a referrer. */
  readonly attributed: number
  /** Referrals that converted, whenever they started. */
  readonly converted: number
  /** Referrals that ended, whenever they started. */
  readonly ended: number
}

/** The referrals that started in one month, and when they converted. */
export type StatisticsCohort = {
  /** Month of the attributions. */
  readonly month: string
  /** Referrals that started in the month. */
  readonly attributed: number
  /** How many of them have converted by now. */
  readonly converted: number
  readonly conversionRate: number | null
  /** Months without conversions are left out. */
  readonly conversions: readonly (StatisticsCohortMonth)[]
}

/** Conversions of a cohort in one month. */
export type StatisticsCohortMonth = {
  /** Month of the conversions. */
  readonly month: string
  /** How many of the cohort converted in it. */
  readonly converted: number
}

/** What happened in the range. */
export type StatisticsFunnel = {
  /** Clicks on share links by people, known bots and prefetches excluded. */
  readonly clicks: number
  /** Visitors: the first click of a browser on a day (UTC). Who comes back the next day counts again. */
  readonly visitors: number
  /** Users who were identified for the first time. */
  readonly identified: number
  /** Referrals that started: accounts that were attributed to a referrer. */
  readonly attributed: number
  /** Referrals that converted, whenever they started. */
  readonly converted: number
  /** Referrals that ended, whenever they started. */
  readonly ended: number
  readonly conversionRate: number | null
}

/** The steps of the funnel and the money in one interval. */
export type StatisticsInterval = {
  /** First day of the interval. */
  readonly from: string
  /** Last day of the interval: the first and the last interval end with the range. */
  readonly to: string
  /** Clicks on share links by people, known bots and prefetches excluded. */
  readonly clicks: number
  /** Visitors: the first click of a browser on a day (UTC). Who comes back the next day counts again. */
  readonly visitors: number
  /** Users who were identified for the first time. */
  readonly identified: number
  /** Referrals that started: accounts that were attributed to a referrer. */
  readonly attributed: number
  /** Referrals that converted, whenever they started. */
  readonly converted: number
  /** Referrals that ended, whenever they started. */
  readonly ended: number
  /** By currency; none without any money in the interval. */
  readonly money: readonly (StatisticsMoney)[]
}

/** Clicks by the medium of the share link. */
export type StatisticsMedium = {
  /** The medium of the link; links without one count as `direct`. */
  readonly medium: 'direct' | 'email' | 'twitter' | 'facebook' | 'linkedin' | 'whatsapp'
  /** Clicks on share links by people, known bots and prefetches excluded. */
  readonly clicks: number
  /** Visitors: the first click of a browser on a day (UTC). Who comes back the next day counts again. */
  readonly visitors: number
}

/** Revenue and cost in one currency. */
export type StatisticsMoney = {
  /** ISO 4217 code. Currencies are never added up. */
  readonly currency: string
  /** What the payment processor charged referred accounts. In the currency’s major unit. */
  readonly charged: number
  /** What it gave back to them. In the currency’s major unit. */
  readonly refunded: number
  /** Prices (`value`) of referred accounts when they converted, as your server reported them: first payments, not added to `charged`. In the currency’s major unit. */
  readonly reported: number
  /** Conversions whose price is known: what `reported` is the sum of. Others, as those of an import, are not among them. */
  readonly reportedConversions: number
  /** What referral discounts, credits included, took off bills at the payment processor, and what was refunded of discounts that were missing. In the currency’s major unit. */
  readonly discounts: number
  /** Credit that was redeemed by `POST credit/redeem`. In the currency’s major unit. */
  readonly creditRedeemed: number
}

/** The days before the range, as many as it has. */
export type StatisticsPrevious = {
  /** First day of the range. */
  readonly from: string
  /** Last day of the range. */
  readonly to: string
  /** When the range starts. Milliseconds since the epoch. */
  readonly dateStarts: number
  /** When the range ends (exclusive). Milliseconds since the epoch. */
  readonly dateEnds: number
  readonly funnel: StatisticsFunnel
  /** By currency. */
  readonly money: readonly (StatisticsMoney)[]
}

/** A referrer’s figures in the range. */
export type StatisticsReferrer = {
  readonly accountId: string | null
  readonly userId: string | null
  readonly referralCode: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Clicks on share links by people, known bots and prefetches excluded. */
  readonly clicks: number
  /** Visitors: the first click of a browser on a day (UTC). Who comes back the next day counts again. */
  readonly visitors: number
  /** Referrals that started: accounts that were attributed to a referrer. */
  readonly attributed: number
  /** Referrals that converted, whenever they started. */
  readonly converted: number
  /** Referrals that ended, whenever they started. */
  readonly ended: number
  readonly conversionRate: number | null
  /** What the payment processor charged the friends of the user in the range, what it gave back to them subtracted, by currency. Empty without a connected processor, and before the first payment of a friend. */
  readonly brought: readonly (BroughtAmount)[]
}

/** Rewards of one type and unit. */
export type StatisticsRewards = {
  /** Type of the rewards. */
  readonly type: RewardType
  /** Present for the percentages that are used one after another, which are counted apart. */
  readonly stacking?: 'QUEUE' | undefined
  readonly unit: string | null
  /** Given in the range. */
  readonly given: number
  /** Redeemed in the range, by requests and by bills. */
  readonly redeemed: number
  /** Expired in the range. */
  readonly expired: number
  /** Taken back in the range. */
  readonly cancelled: number
  /** Not redeemed, expired or taken back by the end of the range, whenever it was given; for `PCT_DISCOUNT`, rewards in effect. */
  readonly owed: number
}

/** API credentials of an account at Stripe. */
export type StripeCredentials = {
  /** The payment processor. */
  readonly processor: 'stripe'
  /** `sandbox` for test programs, `production` for live programs, or the address of a local gateway for test programs if the service permits it. */
  readonly environment: string
  /** A restricted key of the account: a test key for `sandbox`, a live key for `production`. Stored encrypted, and never returned. */
  readonly apiKey: string
  /** Signing secret of the webhook endpoint with the URL in `webhookUrl`; two, separated by a comma, while one replaces the other. Without it the service registers the endpoint itself if the key may do that. Stored encrypted, and never returned. */
  readonly webhookSecret?: string | undefined
  /** Calls to the processor in a day (UTC, of the test clock for a test program with one) after which routine comparisons of discounts wait for the next day. What requests, notifications and bills of the next two days need is called all the same. Without it the present one stays; 10000 at first. */
  readonly dailyCallBudget?: number | undefined
}

/** The subscription as last reported. Fields that were never reported are absent. */
export type Subscription = {
  /** Status of the subscription. */
  readonly status?: SubscriptionStatus | undefined
  /** Length of the billing interval, in units of `billingIntervalType`. */
  readonly billingIntervalValue?: number | undefined
  /** Unit of the billing interval. */
  readonly billingIntervalType?: BillingIntervalType | undefined
  /** Price per billing interval. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly value?: number | undefined
}

/** The discount of a live subscription at the payment processor. */
export type SubscriptionDiscount = {
  /** Your ID for the account. */
  readonly accountId: string
  /** ID of the subscription at the payment processor. */
  readonly subscriptionId: string
  readonly expectedAmount: number | null
  readonly actualAmount: number | null
  /** Currency of the subscription. */
  readonly currency: string
  /** `IN_STEP`: both amounts are equal. `PENDING`: the change is being made, or, with the reason `NOT_CHECKED`, it is not known whether both are still equal: the processor does not answer, or was not read when it should have been. `WAITING`: it cannot be made yet. `FAILED`: the processor did not accept it; it is tried again. With `COUPON_DIFFERS` a coupon at the processor has the ID of ours and other terms; with `CHANGED_BY_SOMEONE_ELSE` somebody changed it back so often that the next correction waits, up to a day. */
  readonly state: DiscountState
  readonly reason: string | null
  readonly dateNextBill: number | null
  /** When the subscription was last read at the payment processor. Milliseconds since the epoch. */
  readonly dateChecked: number
}

/** The fields of the subscription to change. Absent fields stay unchanged. */
export type SubscriptionUpdate = {
  /** Status of the subscription. The first `PAID` converts a referral in progress. */
  readonly status?: SubscriptionStatus | undefined
  /** Length of the billing interval, in units of `billingIntervalType`. */
  readonly billingIntervalValue?: number | undefined
  /** Unit of the billing interval. */
  readonly billingIntervalType?: BillingIntervalType | undefined
  /** Price per billing interval. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly value?: number | undefined
}

export type Suppression = {
  /** The address. */
  readonly email: string
}

export type TakenOff = {
  /** ISO 4217 code of the currency. */
  readonly currency: string
  /** What the reward took off. A JSON number in the currency’s major unit, with at most the currency’s number of decimals. */
  readonly amount: number
}

/** The clock of a test program. */
export type TestClock = {
  /** The current time of the test program. Milliseconds since the epoch. */
  readonly now: number
  readonly movingTo: number | null
  /** Up to when everything that is due has been begun: between the start of the move and `movingTo`; `now` without a move. Milliseconds since the epoch. */
  readonly reached: number
  /** Background jobs that are due and were not begun, counted up to 1,000; 0 without a move. */
  readonly jobsLeft: number
  /** Background jobs that failed and are tried again, as while the payment processor does not respond, counted up to 1,000; 0 without a move. */
  readonly jobsRetrying: number
}

export type TestClockMove = {
  /** The new time of the test clock. Milliseconds since the epoch. */
  readonly now: number
}

/** A test. */
export type TestData = {
  /** A sentence. */
  readonly message: string
}

export type TestDataErasure = {
  /** The alias of the test program, to confirm that all its data is to be erased. */
  readonly confirm: string
}

/** Sent on request, to try out a webhook. */
export type TestEvent = EventOf<'test', TestData>

/** The data of a test program, and how far its erasure is. */
export type TestProgramData = {
  /** `NONE` if the test data was never erased, `ERASING` while it is erased, `CHECKING` while requests in progress end and what they stored is erased, `DONE` afterwards. */
  readonly state: 'NONE' | 'ERASING' | 'CHECKING' | 'DONE'
  /** How many rows the last erasure has erased so far, in all tables. */
  readonly erasedRows: number
  readonly dateRequested: number | null
  readonly dateFinished: number | null
  /** What there is now, and what an erasure would erase. */
  readonly counts: {
    readonly accounts: number | null
    readonly users: number | null
    readonly referrals: number | null
    readonly rewards: number | null
    readonly clicks: number | null
    readonly events: number | null
    readonly deliveries: number | null
    readonly mails: number | null
    readonly imports: number | null
    readonly exports: number | null
    readonly notifications: number | null
  }
}

/** An entry of an account’s timeline: what happened and why. `referredUser` is the first user of `referredAccountId`; null before one is identified. */
export type TimelineEvent = {
  /** ID of the event. */
  readonly id: string
  /** Type of the event. */
  readonly type: string
  readonly reason: string | null
  /** The reason as a sentence. */
  readonly message: string
  /** When it happened. Milliseconds since the epoch. */
  readonly date: number
  /** Who caused the event: your server, a browser, the payment processor, your staff, an imported file (`import`) or the service itself. */
  readonly actor: string
  readonly referralId: string | null
  readonly rewardId: string | null
  readonly referredAccountId: string | null
  readonly referredUser: UserSummary | null
  readonly note: string | null
  readonly author: string | null
}

/** The cookie in which a page may store the code of a share link. */
export type TrackingCookie = {
  /** The cookie’s name. */
  readonly name: string
  /** The code and the time of this response in seconds since the epoch. */
  readonly value: string
  /** Lifetime in seconds: the program’s `cookieDays`. */
  readonly maxAgeSeconds: number
  /** `granted`: set the cookie immediately; `required`: set it only after consent; `cookieless`: do not set it. */
  readonly consentMode: ConsentMode
}

export type Unblock = {
  /** Why the block is undone. 1 to 500 characters. Shown on the timeline with who gave it; deleted when a user of the account is erased. */
  readonly reason: string
}

/** What `PAID` in an unsigned browser call unlocks. Anyone can send an unsigned call. */
export type UnsignedConversions = {
  /** `trust` treats it like a conversion reported by your server. `limit` holds the referrer’s side while the referrer has a valid reward for `limit` such conversions, until your server, a signed call or staff confirms the conversion. `hold` holds every one. `ignore` records it without converting. */
  readonly mode: UnsignedConversionMode
  /** For the mode `limit`: for how many unconfirmed conversions a referrer has a reward at a time. */
  readonly limit: number
}

/** What `PAID` in an unsigned browser call unlocks. Anyone can send an unsigned call. */
export type UnsignedConversionsSetting = {
  /** `trust` treats it like a conversion reported by your server. `limit` holds the referrer’s side while the referrer has a valid reward for `limit` such conversions, until your server, a signed call or staff confirms the conversion. `hold` holds every one. `ignore` records it without converting. */
  readonly mode?: UnsignedConversionMode | undefined
  /** For the mode `limit`: for how many unconfirmed conversions a referrer has a reward at a time. */
  readonly limit?: number | undefined
}

/** A person who belongs to an account. Every user has a referral code. */
export type User = {
  /** Your ID for the user; unique within the account. */
  readonly id: string
  /** Your ID for the user’s account. */
  readonly accountId: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly locale: string | null
  /** The user’s referral code, in upper case. */
  readonly referralCode: string
  readonly shareLinks: ShareLinks
  /** When the user was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateBlocked: number | null
}

/** A code that a user has, or had before. */
export type UserCode = {
  /** The referral code, in upper case. */
  readonly code: string
  /** Whether it is the code that the user shares now. */
  readonly current: boolean
  /** Whether the code is disabled. */
  readonly disabled: boolean
  readonly dateExpires: number | null
  /** When the user got the code. Milliseconds since the epoch. */
  readonly dateCreated: number
}

export type UserCodes = {
  readonly codes: readonly (UserCode)[]
}

/** A user, without personal data. */
export type UserCreatedData = {
  /** Your ID for the user’s account. */
  readonly accountId: string
  /** Your ID for the user. */
  readonly userId: string
  /** The user’s referral code, in upper case. */
  readonly referralCode: string
  /** When the user was created. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** A user was identified for the first time. */
export type UserCreatedEvent = EventOf<'user.created', UserCreatedData>

/** What is stored about a person, by kind. A response has at most `limit` records; `nextCursor` leads to the rest. */
export type UserData = {
  /** Your ID of the account. */
  readonly accountId: string
  /** Your ID of the user. */
  readonly userId: string
  /** Whether the account has no other users. Otherwise what belongs to the account as a whole, such as its rewards and its customer at the payment processor, may concern the others too. */
  readonly isOnlyUser: boolean
  /** The user. */
  readonly user: readonly ({ readonly [name: string]: unknown })[]
  /** The account. */
  readonly account: readonly ({ readonly [name: string]: unknown })[]
  /** Every referral code that the user was ever given. */
  readonly codes: readonly ({ readonly [name: string]: unknown })[]
  /** Codes of an earlier product, as they were written there and in upper case; links with them lead to the user. */
  readonly formerCodes: readonly ({ readonly [name: string]: unknown })[]
  /** The referral that brought the account. */
  readonly referral: readonly ({ readonly [name: string]: unknown })[]
  /** The referrals that the user made. */
  readonly referrals: readonly ({ readonly [name: string]: unknown })[]
  /** The rewards of the user, and those of the account as a whole. */
  readonly rewards: readonly ({ readonly [name: string]: unknown })[]
  /** The ledger entries of these rewards. */
  readonly ledger: readonly ({ readonly [name: string]: unknown })[]
  /** Closing balances of the account. */
  readonly balances: readonly ({ readonly [name: string]: unknown })[]
  /** The redemptions of the account. */
  readonly redemptions: readonly ({ readonly [name: string]: unknown })[]
  /** The events of the account that concern the user or no particular user. */
  readonly events: readonly ({ readonly [name: string]: unknown })[]
  /** When and where links of the user were followed. Nothing about the visitors. */
  readonly clicks: readonly ({ readonly [name: string]: unknown })[]
  /** What fraud rules compare with other accounts: kinds and dates of cards, devices, networks and mail domains. Only hashes of them are kept. */
  readonly evidence: readonly ({ readonly [name: string]: unknown })[]
  /** The customer at the payment processor that the account is linked with. */
  readonly processorCustomers: readonly ({ readonly [name: string]: unknown })[]
  /** The subscriptions of this customer. */
  readonly processorSubscriptions: readonly ({ readonly [name: string]: unknown })[]
  /** Credit reserved for bills of these subscriptions. */
  readonly creditReservations: readonly ({ readonly [name: string]: unknown })[]
  /** Raw notifications of the payment processor about this customer or the user. */
  readonly notifications: readonly ({ readonly [name: string]: unknown })[]
  /** Stored responses to requests with an `Idempotency-Key` about the user. */
  readonly idempotentAnswers: readonly ({ readonly [name: string]: unknown })[]
  /** E-mails to the user. Their content is rendered when `GET mails/{id}` reads it. */
  readonly mails: readonly ({ readonly [name: string]: unknown })[]
  /** The friends whom the user had invited by e-mail. The addresses are kept for 30 days. */
  readonly invitations: readonly ({ readonly [name: string]: unknown })[]
  /** Exported files that are kept and may contain the user; their content is not included. */
  readonly exports: readonly ({ readonly [name: string]: unknown })[]
  /** Deliveries of these events to webhook receivers. What was sent is rendered when a delivery is read. */
  readonly deliveries: readonly ({ readonly [name: string]: unknown })[]
  /** The same records for the person to read, with `readable=true`; only those kinds that have any. */
  readonly readable?: readonly ({
    /** What the records are, such as “Profile”. */
    readonly title: string
    /** What they say, in a sentence. */
    readonly about: string
    /** The records of this response, with labels in words and times in ISO 8601. */
    readonly records: readonly ({ readonly [name: string]: unknown })[]
  })[] | undefined
  readonly nextCursor: string | null
}

/** What came of a user’s code. */
export type UserFigures = {
  /** Friends who have not converted yet. */
  readonly inProgress: number
  /** Friends who have converted and have not left. */
  readonly converted: number
  /** Friends who have left. */
  readonly ended: number
  /** Rewards that were not cancelled: what the user earned, and what the account has as a whole. */
  readonly rewards: number
  /** Whether these are all. False where the account has more than 1,000 referrals or rewards: then its newest are counted. */
  readonly complete: boolean
}

/** Who a user is. */
export type UserSummary = {
  /** Your ID for the user. */
  readonly id: string
  /** Your ID for the user’s account. */
  readonly accountId: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export type UserUpdate = {
  /** Your ID for the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your ID for the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly id: string
  /** The user’s e-mail address, at most 256 characters. */
  readonly email?: string | undefined
  /** First name. */
  readonly firstName?: string | undefined
  /** Last name. */
  readonly lastName?: string | undefined
  /** The language of the user’s e-mails, as a language tag such as `de` or `pt-BR`. */
  readonly locale?: string | undefined
  /** The referral code the user should have. 2 to 64 letters, digits, `_` or `-`. Not case-sensitive; surrounding spaces are ignored. */
  readonly referralCode?: string | undefined
  readonly evidence?: Evidence | undefined
  /** Stores a user again who was erased. The person is a new user with a new referral code; what was erased stays erased. Not possible while the erasure is in progress. */
  readonly readmit?: boolean | undefined
}

/** What the script shows to a friend who comes by a share link. */
export type Welcome = {
  readonly offer: OpenCode | null
  readonly reason: string | null
  /** How long a page that may keep the code may remember that the greeting was closed. */
  readonly rememberSeconds: number
  /** Name of the button that closes the greeting. */
  readonly dismiss: string
  readonly light: WelcomeColors
  readonly dark: WelcomeColors
  /** CSS font families. */
  readonly font: string
  /** Radius of corners in pixels. */
  readonly cornerRadius: number
}

/** Colors of the greeting; `light` and `dark` are the same if the theme has one color scheme. */
export type WelcomeColors = {
  /** Background. */
  readonly background: string
  /** Text. */
  readonly ink: string
  /** Less important text. */
  readonly softInk: string
  /** Borders. */
  readonly line: string
  /** The program’s accent color, with enough contrast for a border or an icon. */
  readonly accent: string
}

/** The content of the widget. `referrals` belong to the user; `rewards`, `balances` and `discount` belong to the account; `figures` say what belongs to whom. `invitations` and `leaderboard` are null as well where the program has none. All seven are null unless the call is signed. */
export type Widget = {
  /** Your ID for the account. */
  readonly accountId: string
  /** Your ID for the user. */
  readonly userId: string
  /** The user’s referral code, in upper case. */
  readonly referralCode: string
  readonly codeFault: 'PROGRAM_INACTIVE' | 'CODE_DISABLED' | 'CODE_EXPIRED' | null
  readonly codeChoicesLeft: number | null
  /** Whether the account can still be referred by a code, with `POST open/friend-code`: it has no referral and has not paid. False unless the call is signed. */
  readonly canEnterCode: boolean
  readonly shareLinks: ShareLinks
  readonly program: WidgetProgram
  readonly referrals: {
    /** Number of entries on this page. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly referrals: readonly (OwnReferral)[]
  } | null
  readonly rewards: {
    /** Number of entries on this page. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly rewards: readonly (Reward)[]
  } | null
  readonly balances: readonly (CreditBalance)[] | null
  readonly discount: WidgetDiscount | null
  readonly figures: Figures | null
  readonly invitations: OwnInvitations | null
  readonly leaderboard: Leaderboard | null
}

/** The account’s discount on its next bill. */
export type WidgetDiscount = {
  /** Total discount on the next bill, capped at 100. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  /** The part earned by being referred. Percent; can exceed 100. */
  readonly referredDiscountPercent: number
  /** The part earned by referring others. Percent; can exceed 100. */
  readonly referrerDiscountPercent: number
}

/** The public settings of the program that the widget shows. */
export type WidgetProgram = {
  /** Name of the program. */
  readonly name: string
  /** Currency of prices that do not name one. */
  readonly currency: string
  /** Whether friends see the referrer’s name. */
  readonly showReferrerName: boolean
  readonly referredReward: RewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Appearance of the widget. Absent fields have defaults. */
  readonly theme: WidgetTheme
  /** Texts of the widget by language, such as `de` or `pt-BR`. Other languages fall back to `en`; texts that are not set have the widget’s defaults. */
  readonly texts: { readonly [name: string]: WidgetTexts }
}

/** Texts of the widget in one language. */
export type WidgetTexts = {
  /** The title of the widget. */
  readonly title?: string | undefined
  /** A description of the offer, below the title. */
  readonly introduction?: string | undefined
  /** The message that is shared; the link is appended. */
  readonly shareMessage?: string | undefined
  /** Subject of the e-mail that the e-mail button opens. */
  readonly emailSubject?: string | undefined
  /** The terms; line breaks are kept. */
  readonly terms?: string | undefined
  /** The greeting of a friend who comes by a share link. Placeholders: `{referrerName}`, `{reward}`. */
  readonly welcomeTitle?: string | undefined
  /** The text below the greeting; line breaks are kept. The same placeholders. */
  readonly welcomeText?: string | undefined
  /** URL of the full terms. */
  readonly termsLink?: string | undefined
  /** Single words in the place of ours, by their names, such as `widget.retry`, and of a plural with the category, such as `rewards.percentOffMonths.one`. The guide on languages lists them. A text has the same placeholders as ours. */
  readonly words?: { readonly [name: string]: string } | undefined
}

/** What rewards came to in a calendar year and a currency, in its major unit. What was got as a friend is not among it. */
export type YearlyRewards = {
  /** Calendar year in the time zone of the program. */
  readonly year: number
  /** ISO 4217 code. */
  readonly currency: string
  /** The credit that was given, less what was taken back, whether it was used or not. */
  readonly credit: number
  /** What percentages took off the bills that the service has seen. */
  readonly discounts: number
  /** The sum of both. */
  readonly total: number
  readonly threshold: number | null
  /** Whether the total is at least the threshold. */
  readonly thresholdReached: boolean
}
