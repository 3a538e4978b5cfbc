import type { Endpoint } from '@goodword/contract/endpoint'
import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../operations/foundation/context.ts'
import { answerOnce } from '../operations/foundation/idempotency/idempotent-execution.ts'
import { noteScript } from '../operations/foundation/integration-activity.ts'
import type { KeyedOutcome } from '../platform/metrics/request-metrics.ts'
import { callersOf } from './callers.ts'
import { serveSignedFiles } from './downloads/signed-files.ts'
import { accountEndpoints } from './endpoints/accounts/account-endpoints.ts'
import { auditEndpoints } from './endpoints/audit/audit-endpoints.ts'
import { billEndpoints } from './endpoints/bills/bill-endpoints.ts'
import { browserEndpoints } from './endpoints/browser/browser-endpoints.ts'
import { browserMailEndpoints } from './endpoints/browser/mail-endpoints.ts'
import { codeEndpoints } from './endpoints/codes/code-endpoints.ts'
import { connectionEndpoints } from './endpoints/connections/connection-endpoints.ts'
import { discountEndpoints } from './endpoints/discounts/discount-endpoints.ts'
import { domainEndpoints } from './endpoints/domains/domain-endpoints.ts'
import { erasureEndpoints } from './endpoints/erasure/erasure-endpoints.ts'
import { eventEndpoints } from './endpoints/events/event-endpoints.ts'
import { figuresEndpoints } from './endpoints/figures/figures-endpoints.ts'
import { fileEndpoints } from './endpoints/files/file-endpoints.ts'
import { keyEndpoints } from './endpoints/keys/key-endpoints.ts'
import { mailEndpoints } from './endpoints/mails/mail-endpoints.ts'
import { notificationEndpoints } from './endpoints/notifications/notification-endpoints.ts'
import { paymentEndpoints } from './endpoints/payments/payment-endpoints.ts'
import { personEndpoints } from './endpoints/people/person-endpoints.ts'
import { programEndpoints } from './endpoints/programs/program-endpoints.ts'
import { reconciliationEndpoints } from './endpoints/reconciliation/reconciliation-endpoints.ts'
import { referralEndpoints } from './endpoints/referrals/referral-endpoints.ts'
import { rewardEndpoints } from './endpoints/rewards/reward-endpoints.ts'
import { staffEndpoints } from './endpoints/staff/staff-endpoints.ts'
import { statisticsEndpoints } from './endpoints/statistics/statistics-endpoints.ts'
import { testDataEndpoints } from './endpoints/test-data/test-data-endpoints.ts'
import { webhookEndpoints } from './endpoints/webhooks/webhook-endpoints.ts'
import { serveLegacyClients } from './legacy/legacy-clients.ts'
import { noLimits } from './limits/limits.ts'
import { serveAppealLinks } from './mails/appeal-links.ts'
import { serveUnsubscribeLinks } from './mails/unsubscribe-links.ts'
import { serveMcp } from './mcp/mcp-endpoint.ts'
import { serveOauthMetadata } from './mcp/oauth-metadata.ts'
import { serveOauthTokens } from './mcp/oauth-tokens.ts'
import { serveNotificationUrls } from './notifications/notification-urls.ts'
import { serveHostedPage } from './page/hosted-page.ts'
import { servePortal } from './portal/portal-routes.ts'
import type { RouteOptions } from './route-options.ts'
import { audited } from './server/audited.ts'
import type { Handler } from './server/handler.ts'
import type { AnswerKeyed } from './server/idempotency.ts'
import { serving } from './server/serve.ts'
import { redirectShareLinks } from './share-links/share-link.ts'
import { offerEndpoints } from './welcome/offer-endpoints.ts'
import { serveScript } from './widget/script-releases.ts'
import { serveWidget } from './widget/widget-page.ts'

/** The table of contents: every operation of the API, and the links that people share. */
export function routes(app: FastifyInstance, ctx: Context, options: RouteOptions): void {
  const frame = serving(app, callersOf(ctx), keyedAnswers(ctx, options.countKeyed), options.limits)
  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    frame(endpoint, audited(ctx, endpoint, handler))
  }
  accountEndpoints(serve, options)
  eventEndpoints(serve)
  personEndpoints(serve)
  figuresEndpoints(serve)
  codeEndpoints(serve)
  erasureEndpoints(serve)
  browserEndpoints(serve)
  browserMailEndpoints(serve)
  billEndpoints(serve)
  discountEndpoints(serve, options)
  paymentEndpoints(serve)
  rewardEndpoints(serve, options)
  referralEndpoints(serve)
  statisticsEndpoints(serve)
  programEndpoints(serve, options)
  offerEndpoints(serve)
  testDataEndpoints(serve)
  mailEndpoints(serve)
  connectionEndpoints(serve)
  notificationEndpoints(serve)
  reconciliationEndpoints(serve, options)
  webhookEndpoints(serve)
  fileEndpoints(serve)
  keyEndpoints(serve)
  domainEndpoints(serve)
  staffEndpoints(serve)
  auditEndpoints(serve)
  redirectShareLinks(app, ctx, options)
  serveNotificationUrls(app, ctx, options)
  serveSignedFiles(app, ctx, options.limits)
  serveUnsubscribeLinks(app, ctx, options)
  serveAppealLinks(app, ctx, options)
  serveHostedPage(app, ctx, options)
  servePortal(app, ctx, options)
  serveOauthMetadata(app, ctx)
  serveOauthTokens(app, ctx, options.limits ?? noLimits)
  serveMcp(app, ctx, options.limits ?? noLimits)
  serveLegacyClients(app, ctx, options.limits ?? noLimits)
  serveScript(app, (alias, referer) => noteScript(ctx, alias, referer))
  serveWidget(app, ctx, options.limits)
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
