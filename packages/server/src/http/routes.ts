import type { Endpoint } from '@goodword/contract/endpoint'
import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../operations/foundation/context.ts'
import { answerOnce } from '../operations/foundation/idempotency/idempotent-execution.ts'
import { noteScript } from '../operations/foundation/sightings.ts'
import type { KeyedOutcome } from '../platform/metrics/request-metrics.ts'
import { serveSignedFiles } from './downloads/signed-files.ts'
import { serveUnsubscribeLinks } from './mails/unsubscribe-links.ts'
import { serveNotificationUrls } from './notifications/notification-urls.ts'
import { servePortal } from './portal/portal-routes.ts'
import { callersOf } from './requests/authenticate.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { administrationRoutes } from './routes/administration-routes.ts'
import { browserRoutes } from './routes/browser-routes.ts'
import { connectionRoutes } from './routes/connection-routes.ts'
import { programRoutes } from './routes/program-routes.ts'
import { referralRoutes } from './routes/referral-routes.ts'
import type { RouteOptions } from './routes/route-options.ts'
import { transferRoutes } from './routes/transfer-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'
import { audited } from './server/audited.ts'
import type { Handler } from './server/handler.ts'
import type { AnswerKeyed } from './server/idempotency.ts'
import { serving } from './server/serve.ts'
import { redirectShareLinks } from './share-links/share-link.ts'
import { serveScript } from './widget/script-releases.ts'
import { serveWidget } from './widget/widget-page.ts'

/** The table of contents: every operation of the API, and the links that people share. */
export function routes(app: FastifyInstance, ctx: Context, options: RouteOptions): void {
  const frame = serving(app, callersOf(ctx), keyedAnswers(ctx, options.countKeyed), options.limits)
  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    frame(endpoint, audited(ctx, endpoint, handler))
  }
  accountRoutes(serve)
  browserRoutes(serve)
  referralRoutes(serve, options)
  programRoutes(serve, options)
  connectionRoutes(serve, options)
  webhookRoutes(serve)
  transferRoutes(serve)
  administrationRoutes(serve)
  redirectShareLinks(app, ctx, options)
  serveNotificationUrls(app, ctx, options)
  serveSignedFiles(app, ctx, options.limits)
  serveUnsubscribeLinks(app, ctx, options)
  servePortal(app, ctx, options.limits)
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
