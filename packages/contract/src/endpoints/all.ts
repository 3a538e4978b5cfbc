import type { Endpoint } from '../endpoint.ts'
import { addDomain } from './add-domain.ts'
import { appealDecision } from './appeal-decision.ts'
import { attributeByHand } from './attribute-by-hand.ts'
import { blockAccount } from './block-account.ts'
import { cancelReward } from './cancel-reward.ts'
import { changeStaffRole } from './change-staff-role.ts'
import { checkConnection } from './check-connection.ts'
import { checkDomain } from './check-domain.ts'
import { chooseCode } from './choose-code.ts'
import { chooseMails } from './choose-mails.ts'
import { chooseOwnCode } from './choose-own-code.ts'
import { connectProcessor } from './connect-processor.ts'
import { createApiKey } from './create-api-key.ts'
import { createExport } from './create-export.ts'
import { createFraudSimulation } from './create-fraud-simulation.ts'
import { createImport } from './create-import.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { enterCode } from './enter-code.ts'
import { eraseTestData } from './erase-test-data.ts'
import { eraseUser } from './erase-user.ts'
import { forecastProgram } from './forecast-program.ts'
import { giveReward } from './give-reward.ts'
import { identify } from './identify.ts'
import { inviteFriends } from './invite-friends.ts'
import { inviteStaff } from './invite-staff.ts'
import { linkDiscount } from './link-discount.ts'
import { listAccountEvents } from './list-account-events.ts'
import { listAccounts } from './list-accounts.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { listBills } from './list-bills.ts'
import { listCodes } from './list-codes.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listDiscounts } from './list-discounts.ts'
import { listDomains } from './list-domains.ts'
import { listEvents } from './list-events.ts'
import { listExports } from './list-exports.ts'
import { listImportErrors } from './list-import-errors.ts'
import { listImports } from './list-imports.ts'
import { listMails } from './list-mails.ts'
import { listNotifications } from './list-notifications.ts'
import { listReferrals } from './list-referrals.ts'
import { listRewards } from './list-rewards.ts'
import { listSigningKeys } from './list-signing-keys.ts'
import { listStaff } from './list-staff.ts'
import { listStaffInvitations } from './list-staff-invitations.ts'
import { listStaffMails } from './list-staff-mails.ts'
import { listTopReferrers } from './list-top-referrers.ts'
import { listUsers } from './list-users.ts'
import { listWebhooks } from './list-webhooks.ts'
import { loadWelcome } from './load-welcome.ts'
import { loadWidget } from './load-widget.ts'
import { lookUpCode } from './look-up-code.ts'
import { lookUpOpenCode } from './look-up-open-code.ts'
import { lookUpTrackingCookie } from './look-up-tracking-cookie.ts'
import { mendBill } from './mend-bill.ts'
import { moderateReferrals } from './moderate-referrals.ts'
import { moveTestClock } from './move-test-clock.ts'
import { previewMail } from './preview-mail.ts'
import { previewOffer } from './preview-offer.ts'
import { readAccount } from './read-account.ts'
import { readAccountReward } from './read-account-reward.ts'
import { readAttention } from './read-attention.ts'
import { readConnection } from './read-connection.ts'
import { readDelivery } from './read-delivery.ts'
import { readExport } from './read-export.ts'
import { readFigures } from './read-figures.ts'
import { readFraudRules } from './read-fraud-rules.ts'
import { readFraudSimulation } from './read-fraud-simulation.ts'
import { readImport } from './read-import.ts'
import { readIntegration } from './read-integration.ts'
import { readMail } from './read-mail.ts'
import { readMailPreferences } from './read-mail-preferences.ts'
import { readNotification } from './read-notification.ts'
import { readProgram } from './read-program.ts'
import { readReferral } from './read-referral.ts'
import { readReferralReview } from './read-referral-review.ts'
import { readRejectedRows } from './read-rejected-rows.ts'
import { readReviewSummary } from './read-review-summary.ts'
import { readReward } from './read-reward.ts'
import { readStatistics } from './read-statistics.ts'
import { readTestClock } from './read-test-clock.ts'
import { readTestData } from './read-test-data.ts'
import { readUser } from './read-user.ts'
import { readUserData } from './read-user-data.ts'
import { readWebhook } from './read-webhook.ts'
import { reconcileConnection } from './reconcile-connection.ts'
import { redeemCredit } from './redeem-credit.ts'
import { removeConnection } from './remove-connection.ts'
import { removeDomain } from './remove-domain.ts'
import { removeStaff } from './remove-staff.ts'
import { replaceProgram } from './replace-program.ts'
import { reportBill } from './report-bill.ts'
import { reportPaymentReversal } from './report-payment-reversal.ts'
import { requestPageSignIn } from './request-page-sign-in.ts'
import { rerunNotification } from './rerun-notification.ts'
import { resendDeliveries } from './resend-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rollApiKey } from './roll-api-key.ts'
import { rollSigningKey } from './roll-signing-key.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { showOnLeaderboard } from './show-on-leaderboard.ts'
import { suppressAddress } from './suppress-address.ts'
import { syncAccount } from './sync-account.ts'
import { testWebhook } from './test-webhook.ts'
import { unblockAccount } from './unblock-account.ts'
import { updateCode } from './update-code.ts'
import { updateWebhook } from './update-webhook.ts'
import { upsertUser } from './upsert-user.ts'
import { waiveBill } from './waive-bill.ts'
import { withdrawStaffInvitation } from './withdraw-staff-invitation.ts'

/** Every operation of the API by its name, in the order in which the reference shows them. */
export const endpoints = {
  syncAccount,
  readAccount,
  listAccounts,
  listAccountEvents,
  blockAccount,
  unblockAccount,
  reportPaymentReversal,
  lookUpCode,
  linkDiscount,
  reportBill,
  readAccountReward,
  listDiscounts,
  listBills,
  mendBill,
  waiveBill,
  upsertUser,
  readUser,
  readFigures,
  listUsers,
  readUserData,
  eraseUser,
  updateCode,
  chooseCode,
  listCodes,
  chooseOwnCode,
  listReferrals,
  readReferral,
  readReferralReview,
  readReviewSummary,
  attributeByHand,
  moderateReferrals,
  appealDecision,
  readFraudRules,
  createFraudSimulation,
  readFraudSimulation,
  listRewards,
  readReward,
  giveReward,
  cancelReward,
  redeemCredit,
  listEvents,
  readStatistics,
  listTopReferrers,
  readAttention,
  readIntegration,
  readProgram,
  replaceProgram,
  previewOffer,
  forecastProgram,
  listMails,
  readMail,
  previewMail,
  readMailPreferences,
  suppressAddress,
  connectProcessor,
  readConnection,
  checkConnection,
  reconcileConnection,
  removeConnection,
  listNotifications,
  readNotification,
  rerunNotification,
  createExport,
  listExports,
  readExport,
  listWebhooks,
  createWebhook,
  readWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  readDelivery,
  resendDelivery,
  resendDeliveries,
  createImport,
  listImports,
  readImport,
  listImportErrors,
  readRejectedRows,
  listApiKeys,
  createApiKey,
  rollApiKey,
  revokeApiKey,
  listSigningKeys,
  rollSigningKey,
  listDomains,
  addDomain,
  checkDomain,
  removeDomain,
  listAuditEntries,
  listStaff,
  changeStaffRole,
  removeStaff,
  listStaffInvitations,
  inviteStaff,
  withdrawStaffInvitation,
  listStaffMails,
  readTestClock,
  moveTestClock,
  readTestData,
  eraseTestData,
  identify,
  loadWidget,
  enterCode,
  showOnLeaderboard,
  loadWelcome,
  inviteFriends,
  chooseMails,
  lookUpOpenCode,
  lookUpTrackingCookie,
  requestPageSignIn,
} as const

export const allEndpoints: readonly Endpoint[] = Object.values(endpoints)
