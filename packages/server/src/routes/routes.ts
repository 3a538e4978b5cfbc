import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance } from 'fastify'
import { auditEndpoints } from '../administration/audit/endpoints.ts'
import { domainEndpoints } from '../administration/custom-domains/endpoints.ts'
import { keyEndpoints } from '../administration/keys/endpoints.ts'
import { programEndpoints } from '../administration/programs/endpoints.ts'
import { staffEndpoints } from '../administration/team/endpoints.ts'
import { billEndpoints } from '../billing/bills/endpoints.ts'
import { connectionEndpoints } from '../billing/connections/endpoints.ts'
import { discountEndpoints } from '../billing/discounts/endpoints.ts'
import { notificationEndpoints } from '../billing/notifications/endpoints.ts'
import {
  type NotificationOptions,
  serveNotificationUrls,
} from '../billing/notifications/web/notification-urls.ts'
import { paymentEndpoints } from '../billing/payments/endpoints.ts'
import { reconciliationEndpoints } from '../billing/reconciliation/endpoints.ts'
import type { KeyedOutcome } from '../engine/metrics/request-metrics.ts'
import { fileEndpoints } from '../files/endpoints.ts'
import { testDataEndpoints } from '../files/test-data/endpoints.ts'
import { serveSignedFiles } from '../files/web/signed-files.ts'
import type { Context } from '../frame/context.ts'
import { noLimits } from '../frame/http/limits/limits.ts'
import { audited } from '../frame/http/server/audited.ts'
import type { Handler } from '../frame/http/server/handler.ts'
import type { AnswerKeyed } from '../frame/http/server/idempotency.ts'
import { serving } from '../frame/http/server/serve.ts'
import { answerOnce } from '../frame/idempotency/idempotent-execution.ts'
import { noteScript } from '../frame/integration-activity.ts'
import type { CustomerRuns } from '../frame/jobs/run-now.ts'
import { eventEndpoints } from '../outbound/events/endpoints.ts'
import { mailEndpoints } from '../outbound/mails/endpoints.ts'
import { serveAppealLinks } from '../outbound/mails/web/appeal-links.ts'
import { serveUnsubscribeLinks } from '../outbound/mails/web/unsubscribe-links.ts'
import { webhookEndpoints } from '../outbound/webhooks/endpoints.ts'
import { browserEndpoints } from '../pages/browser/endpoints.ts'
import { browserMailEndpoints } from '../pages/browser/mail-endpoints.ts'
import { callersOf } from '../pages/callers.ts'
import { serveLegacyClients } from '../pages/legacy/legacy-clients.ts'
import { serveMcp, serveOauthMetadata } from '../pages/mcp/mcp-endpoint.ts'
import { serveOauthTokens } from '../pages/mcp/oauth-tokens.ts'
import { serveHostedPage } from '../pages/page/hosted-page.ts'
import { type PortalOptions, servePortal } from '../pages/portal/portal-routes.ts'
import { redirectShareLinks, type ShareLinkOptions } from '../pages/share-links/share-link.ts'
import { offerEndpoints } from '../pages/welcome/endpoints.ts'
import { serveScript } from '../pages/widget/script-releases.ts'
import { serveWidget } from '../pages/widget/widget-page.ts'
import { erasureEndpoints } from '../privacy/erasure/endpoints.ts'
import { accountEndpoints } from '../referring/accounts/endpoints.ts'
import { codeEndpoints } from '../referring/codes/endpoints.ts'
import { figuresEndpoints } from '../referring/figures/endpoints.ts'
import { referralEndpoints } from '../referring/referrals/endpoints.ts'
import { rewardEndpoints } from '../referring/rewards/endpoints.ts'
import { userEndpoints } from '../referring/users/endpoints.ts'
import { statisticsEndpoints } from '../reporting/endpoints.ts'

export type RouteOptions = ShareLinkOptions &
  NotificationOptions &
  PortalOptions &
  CustomerRuns & {
    /** Called with the result of every request with an Idempotency-Key. */
    readonly countKeyed?: (outcome: KeyedOutcome) => void
  }

/** The table of contents: every operation of the API, and the links that people share. */
export function routes(app: FastifyInstance, ctx: Context, options: RouteOptions): void {
  const frame = serving(app, callersOf(ctx), keyedAnswers(ctx, options.countKeyed), options.limits)
  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    frame(endpoint, audited(ctx, endpoint, handler))
  }
  accountEndpoints(serve, options)
  eventEndpoints(serve)
  userEndpoints(serve)
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
