import type { Endpoint } from '@goodword/contract/endpoint'
import { cancelReward } from '@goodword/contract/endpoints/cancel-reward'
import { checkConnection } from '@goodword/contract/endpoints/check-connection'
import { connectProcessor } from '@goodword/contract/endpoints/connect-processor'
import { createExport } from '@goodword/contract/endpoints/create-export'
import { createImport } from '@goodword/contract/endpoints/create-import'
import { createWebhook } from '@goodword/contract/endpoints/create-webhook'
import { deleteWebhook } from '@goodword/contract/endpoints/delete-webhook'
import { eraseTestData } from '@goodword/contract/endpoints/erase-test-data'
import { eraseUser } from '@goodword/contract/endpoints/erase-user'
import { giveReward } from '@goodword/contract/endpoints/give-reward'
import { identify } from '@goodword/contract/endpoints/identify'
import { linkDiscount } from '@goodword/contract/endpoints/link-discount'
import { listAccountEvents } from '@goodword/contract/endpoints/list-account-events'
import { listDeliveries } from '@goodword/contract/endpoints/list-deliveries'
import { listDiscounts } from '@goodword/contract/endpoints/list-discounts'
import { listEvents } from '@goodword/contract/endpoints/list-events'
import { listExports } from '@goodword/contract/endpoints/list-exports'
import { listImportErrors } from '@goodword/contract/endpoints/list-import-errors'
import { listImports } from '@goodword/contract/endpoints/list-imports'
import { listMails } from '@goodword/contract/endpoints/list-mails'
import { listNotifications } from '@goodword/contract/endpoints/list-notifications'
import { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { listRewards } from '@goodword/contract/endpoints/list-rewards'
import { listTopReferrers } from '@goodword/contract/endpoints/list-top-referrers'
import { listUsers } from '@goodword/contract/endpoints/list-users'
import { listWebhooks } from '@goodword/contract/endpoints/list-webhooks'
import { loadWidget } from '@goodword/contract/endpoints/load-widget'
import { lookUpCode } from '@goodword/contract/endpoints/look-up-code'
import { lookUpOpenCode } from '@goodword/contract/endpoints/look-up-open-code'
import { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import { moderateReferrals } from '@goodword/contract/endpoints/moderate-referrals'
import { moveTestClock } from '@goodword/contract/endpoints/move-test-clock'
import { previewMail } from '@goodword/contract/endpoints/preview-mail'
import { readAccount } from '@goodword/contract/endpoints/read-account'
import { readAccountReward } from '@goodword/contract/endpoints/read-account-reward'
import { readAttention } from '@goodword/contract/endpoints/read-attention'
import { readConnection } from '@goodword/contract/endpoints/read-connection'
import { readDelivery } from '@goodword/contract/endpoints/read-delivery'
import { readExport } from '@goodword/contract/endpoints/read-export'
import { readImport } from '@goodword/contract/endpoints/read-import'
import { readIntegration } from '@goodword/contract/endpoints/read-integration'
import { readMail } from '@goodword/contract/endpoints/read-mail'
import { readNotification } from '@goodword/contract/endpoints/read-notification'
import { readProgram } from '@goodword/contract/endpoints/read-program'
import { readReferral } from '@goodword/contract/endpoints/read-referral'
import { readStatistics } from '@goodword/contract/endpoints/read-statistics'
import { readTestClock } from '@goodword/contract/endpoints/read-test-clock'
import { readTestData } from '@goodword/contract/endpoints/read-test-data'
import { readUser } from '@goodword/contract/endpoints/read-user'
import { readUserData } from '@goodword/contract/endpoints/read-user-data'
import { readWebhook } from '@goodword/contract/endpoints/read-webhook'
import { reconcileConnection } from '@goodword/contract/endpoints/reconcile-connection'
import { redeemCredit } from '@goodword/contract/endpoints/redeem-credit'
import { removeConnection } from '@goodword/contract/endpoints/remove-connection'
import { replaceProgram } from '@goodword/contract/endpoints/replace-program'
import { rerunNotification } from '@goodword/contract/endpoints/rerun-notification'
import { resendDeliveries } from '@goodword/contract/endpoints/resend-deliveries'
import { resendDelivery } from '@goodword/contract/endpoints/resend-delivery'
import { rotateWebhookSecret } from '@goodword/contract/endpoints/rotate-webhook-secret'
import { syncAccount } from '@goodword/contract/endpoints/sync-account'
import { testWebhook } from '@goodword/contract/endpoints/test-webhook'
import { updateCode } from '@goodword/contract/endpoints/update-code'
import { updateWebhook } from '@goodword/contract/endpoints/update-webhook'
import { upsertUser } from '@goodword/contract/endpoints/upsert-user'
import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { RunCustomer } from '../operations/billing/reconcile-connection.ts'
import type { Context } from '../operations/context.ts'
import { answerOnce } from '../operations/idempotency/idempotent-execution.ts'
import { noteScript, noteSighting } from '../operations/integration/sightings.ts'
import { allowedOrigins } from '../operations/programs/allowed-origins.ts'
import { findStaffMember } from '../operations/staff/read-session.ts'
import { sessionCookieName } from '../operations/staff/staff-auth.ts'
import { findEnabledTenant, findKeyHolder } from '../operations/tenants/find-caller.ts'
import type { KeyedOutcome } from '../platform/metrics/request-metrics.ts'
import { serveAdministration } from './administration-routes.ts'
import { serveExportedFiles } from './exports/export-download.ts'
import type { Handler } from './handler.ts'
import { handleListAccountEvents } from './handlers/accounts/list-account-events.ts'
import { handleListUsers } from './handlers/accounts/list-users.ts'
import { handleReadAccount } from './handlers/accounts/read-account.ts'
import { handleReadUser } from './handlers/accounts/read-user.ts'
import { handleSyncAccount } from './handlers/accounts/sync-account.ts'
import { handleUpsertUser } from './handlers/accounts/upsert-user.ts'
import { handleIdentify } from './handlers/browser/identify.ts'
import { handleLoadWidget } from './handlers/browser/load-widget.ts'
import { handleLookUpOpenCode } from './handlers/browser/look-up-open-code.ts'
import { handleLookUpTrackingCookie } from './handlers/browser/look-up-tracking-cookie.ts'
import { handleCheckConnection } from './handlers/connections/check-connection.ts'
import { handleConnectProcessor } from './handlers/connections/connect-processor.ts'
import { handleReadConnection } from './handlers/connections/read-connection.ts'
import { handleReconcileConnection } from './handlers/connections/reconcile-connection.ts'
import { handleRemoveConnection } from './handlers/connections/remove-connection.ts'
import { handleListEvents } from './handlers/events/list-events.ts'
import { handleReadIntegration } from './handlers/integration/read-integration.ts'
import { handleListMails } from './handlers/mails/list-mails.ts'
import { handlePreviewMail } from './handlers/mails/preview-mail.ts'
import { handleReadMail } from './handlers/mails/read-mail.ts'
import { handleListNotifications } from './handlers/notifications/list-notifications.ts'
import { handleReadNotification } from './handlers/notifications/read-notification.ts'
import { handleRerunNotification } from './handlers/notifications/rerun-notification.ts'
import { handleEraseUser } from './handlers/people/erase-user.ts'
import { handleReadUserData } from './handlers/people/read-user-data.ts'
import { handleMoveTestClock } from './handlers/programs/move-test-clock.ts'
import { handleReadAttention } from './handlers/programs/read-attention.ts'
import { handleReadProgram } from './handlers/programs/read-program.ts'
import { handleReadTestClock } from './handlers/programs/read-test-clock.ts'
import { handleReplaceProgram } from './handlers/programs/replace-program.ts'
import { handleListReferrals } from './handlers/referrals/list-referrals.ts'
import { handleLookUpCode } from './handlers/referrals/look-up-code.ts'
import { handleModerateReferrals } from './handlers/referrals/moderate-referrals.ts'
import { handleReadReferral } from './handlers/referrals/read-referral.ts'
import { handleUpdateCode } from './handlers/referrals/update-code.ts'
import { handleCancelReward } from './handlers/rewards/cancel-reward.ts'
import { handleGiveReward } from './handlers/rewards/give-reward.ts'
import { handleLinkDiscount } from './handlers/rewards/link-discount.ts'
import { handleListDiscounts } from './handlers/rewards/list-discounts.ts'
import { handleListRewards } from './handlers/rewards/list-rewards.ts'
import { handleReadAccountReward } from './handlers/rewards/read-account-reward.ts'
import { handleRedeemCredit } from './handlers/rewards/redeem-credit.ts'
import { handleListTopReferrers } from './handlers/statistics/list-top-referrers.ts'
import { handleReadStatistics } from './handlers/statistics/read-statistics.ts'
import { handleEraseTestData } from './handlers/test-data/erase-test-data.ts'
import { handleReadTestData } from './handlers/test-data/read-test-data.ts'
import { handleCreateExport } from './handlers/transfers/create-export.ts'
import { handleCreateImport } from './handlers/transfers/create-import.ts'
import { handleListExports } from './handlers/transfers/list-exports.ts'
import { handleListImportErrors } from './handlers/transfers/list-import-errors.ts'
import { handleListImports } from './handlers/transfers/list-imports.ts'
import { handleReadExport } from './handlers/transfers/read-export.ts'
import { handleReadImport } from './handlers/transfers/read-import.ts'
import { handleCreateWebhook } from './handlers/webhooks/create-webhook.ts'
import { handleDeleteWebhook } from './handlers/webhooks/delete-webhook.ts'
import { handleListDeliveries } from './handlers/webhooks/list-deliveries.ts'
import { handleListWebhooks } from './handlers/webhooks/list-webhooks.ts'
import { handleReadDelivery } from './handlers/webhooks/read-delivery.ts'
import { handleReadWebhook } from './handlers/webhooks/read-webhook.ts'
import { handleResendDeliveries } from './handlers/webhooks/resend-deliveries.ts'
import { handleResendDelivery } from './handlers/webhooks/resend-delivery.ts'
import { handleRotateWebhookSecret } from './handlers/webhooks/rotate-webhook-secret.ts'
import { handleTestWebhook } from './handlers/webhooks/test-webhook.ts'
import { handleUpdateWebhook } from './handlers/webhooks/update-webhook.ts'
import { serveUnsubscribeLinks } from './mails/unsubscribe-links.ts'
import { type NotificationOptions, serveNotificationUrls } from './notifications/notification-urls.ts'
import { libraryHeaders } from './portal/library-call.ts'
import { requireOwnOrigin } from './portal/own-origin.ts'
import { servePortal } from './portal/portal-routes.ts'
import type { Callers } from './requests/authenticate.ts'
import { audited } from './server/audited.ts'
import type { AnswerKeyed } from './server/idempotency.ts'
import { serving } from './server/serve.ts'
import { redirectShareLinks, type ShareLinkOptions } from './share-links/share-link.ts'
import { serveScript } from './widget/script-releases.ts'
import { serveWidget } from './widget/widget-page.ts'

export type RouteOptions = ShareLinkOptions &
  NotificationOptions & {
    /** Called with the result of every request with an Idempotency-Key. */
    readonly countKeyed?: (outcome: KeyedOutcome) => void
    /** Compares one customer with the payment processor, as its job does. */
    readonly runCustomer: RunCustomer
  }

/** The table of contents: every operation of the API, and the links that people share. */
export function routes(app: FastifyInstance, ctx: Context, options: RouteOptions): void {
  const frame = serving(app, callersOf(ctx), keyedAnswers(ctx, options.countKeyed), options.limits)
  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    frame(endpoint, audited(ctx, endpoint, handler))
  }
  serve(syncAccount, handleSyncAccount)
  serve(readAccount, handleReadAccount)
  serve(listAccountEvents, handleListAccountEvents)
  serve(lookUpCode, handleLookUpCode)
  serve(linkDiscount, handleLinkDiscount)
  serve(readAccountReward, handleReadAccountReward)
  serve(listDiscounts, handleListDiscounts)
  serve(listEvents, handleListEvents)
  serve(readUser, handleReadUser)
  serve(listReferrals, handleListReferrals)
  serve(readReferral, handleReadReferral)
  serve(listRewards, handleListRewards)
  serve(identify, handleIdentify)
  serve(loadWidget, handleLoadWidget)
  serve(lookUpOpenCode, handleLookUpOpenCode)
  serve(lookUpTrackingCookie, handleLookUpTrackingCookie)
  serve(upsertUser, handleUpsertUser)
  serve(listUsers, handleListUsers)
  serve(readUserData, handleReadUserData)
  serve(eraseUser, handleEraseUser)
  serve(updateCode, handleUpdateCode)
  serve(moderateReferrals, handleModerateReferrals)
  serve(giveReward, handleGiveReward)
  serve(cancelReward, handleCancelReward)
  serve(redeemCredit, handleRedeemCredit)
  serve(readStatistics, handleReadStatistics)
  serve(listTopReferrers, handleListTopReferrers)
  serve(readAttention, handleReadAttention)
  serve(readIntegration, handleReadIntegration)
  serve(readProgram, handleReadProgram)
  serve(replaceProgram, handleReplaceProgram)
  serve(listMails, handleListMails)
  serve(readMail, handleReadMail)
  serve(previewMail, handlePreviewMail)
  serve(connectProcessor, handleConnectProcessor)
  serve(readConnection, handleReadConnection)
  serve(checkConnection, handleCheckConnection)
  serve(reconcileConnection, handleReconcileConnection(options.runCustomer))
  serve(removeConnection, handleRemoveConnection)
  serve(listNotifications, handleListNotifications)
  serve(readNotification, handleReadNotification)
  serve(rerunNotification, handleRerunNotification)
  serve(createExport, handleCreateExport)
  serve(listExports, handleListExports)
  serve(readExport, handleReadExport)
  serve(listWebhooks, handleListWebhooks)
  serve(createWebhook, handleCreateWebhook)
  serve(readWebhook, handleReadWebhook)
  serve(updateWebhook, handleUpdateWebhook)
  serve(deleteWebhook, handleDeleteWebhook)
  serve(rotateWebhookSecret, handleRotateWebhookSecret)
  serve(testWebhook, handleTestWebhook)
  serve(listDeliveries, handleListDeliveries)
  serve(readDelivery, handleReadDelivery)
  serve(resendDelivery, handleResendDelivery)
  serve(resendDeliveries, handleResendDeliveries)
  serve(createImport, handleCreateImport)
  serve(listImports, handleListImports)
  serve(readImport, handleReadImport)
  serve(listImportErrors, handleListImportErrors)
  serveAdministration(serve)
  serve(readTestClock, handleReadTestClock)
  serve(readTestData, handleReadTestData)
  serve(eraseTestData, handleEraseTestData)
  serve(moveTestClock, handleMoveTestClock(options.drainJobs))
  redirectShareLinks(app, ctx, options)
  serveNotificationUrls(app, ctx, options)
  serveExportedFiles(app, ctx, options.limits)
  serveUnsubscribeLinks(app, ctx, options)
  servePortal(app, ctx, options.limits)
  serveScript(app, (alias, referer) => noteScript(ctx, alias, referer))
  serveWidget(app, ctx, options.limits)
}

/** The queries about callers that authentication needs. */
function callersOf(ctx: Context): Callers {
  return {
    async lookup(apiKey) {
      const holder = await findKeyHolder(ctx, apiKey)
      return holder === null ? null : { kind: 'key', ...holder }
    },
    async findStaff(request, alias) {
      const member = await findStaffMember(ctx, libraryHeaders(request), alias)
      return member === null ? null : { kind: 'staff', ...member }
    },
    sessionCookie: sessionCookieName(ctx.baseUrl),
    requireOwnOrigin: (headers) => requireOwnOrigin(headers, ctx.baseUrl),
    findTenant: (alias) => findEnabledTenant(ctx, alias),
    allowedOrigins: (tenantId) => allowedOrigins(ctx, tenantId),
    sawPage: (tenantId, origin) => noteSighting(ctx, tenantId, 'PAGE', origin),
  }
}

/** Answers each request under an Idempotency-Key once, and counts how. */
function keyedAnswers(ctx: Context, count: (outcome: KeyedOutcome) => void = () => undefined): AnswerKeyed {
  return async (tenantId, request, answer) => {
    try {
      const answered = await answerOnce(ctx, tenantId, request, answer)
      count(answered.origin)
      return answered
    } catch (error) {
      count(error instanceof Refusal ? 'refused' : 'failed')
      throw error
    }
  }
}
