import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../frame/context.ts'
import type { FairTurns } from '../frame/http/limits/fair-turns.ts'
import { watchLimits } from '../frame/http/limits/limits.ts'
import { shareProcessTime } from '../frame/http/limits/process-time.ts'
import type { RequestRates } from '../frame/http/limits/rate-limit.ts'
import { type AppDependencies, createApp } from '../frame/http/server/app.ts'
import { type Readiness, serveHealth } from '../frame/http/server/health.ts'
import { type ServedMetrics, serveMetrics } from '../frame/http/server/metrics.ts'
import { type DocsExamples, serveDocs } from '../pages/docs/docs.ts'
import { serveHome } from '../pages/docs/home-page.ts'
import { type PortalBuild, servePortalPages } from '../pages/portal/serve-portal-pages.ts'
import { sharePages } from '../pages/share-links/share-page.ts'
import { knownDomains } from '../referring/share-links/known-domains.ts'
import { type RouteOptions, routes } from './routes.ts'

export type ServiceAppDependencies = Omit<AppDependencies, 'timeouts' | 'baseUrl' | 'visitorPages'> &
  Omit<RouteOptions, 'limits'> & {
    /** A worker serves only its health checks. */
    readonly isWorker: boolean
    readonly ready: () => Promise<Readiness>
    /** The name of this installation in answers to health checks: it changes with its secret key. */
    readonly instance?: () => string
    /** The metrics that are served; none are without it. */
    readonly metrics?: ServedMetrics
    /** The token that reads the metrics; without one, only this machine may read them. */
    readonly metricsToken?: string | null
    /** None without a demo. */
    readonly docsExamples?: DocsExamples | null
    /** Settles when a build of the documentation that is under way has ended. */
    readonly docsUnderWay?: Promise<unknown> | null
    /** The portal that is served; without it, the built one of this checkout. */
    readonly portal?: PortalBuild
    /** Null for none. */
    readonly rateLimits: RequestRates | null
    /** The turns of requests in a busy process; by measured times without. */
    readonly turns?: FairTurns
    /** How many files of a merchant are received at a time; 2 without. */
    readonly uploadsOfMerchant?: number
  }

/** Everything that a process answers over HTTP. */
export function createServiceApp(ctx: Context, dependencies: ServiceAppDependencies): FastifyInstance {
  const { baseUrl } = ctx
  const visitorPages = sharePages(knownDomains(ctx))
  const app = createApp({ ...dependencies, baseUrl, visitorPages, hashLogged: ctx.secretBox.loggedHash })
  const { rateLimits: rates, uploadsOfMerchant, turns } = dependencies
  if (rates !== null) shareProcessTime(app, turns)
  serveHealth(app, dependencies.ready, dependencies.instance)
  const { metrics, metricsToken = null } = dependencies
  if (metrics !== undefined) serveMetrics(app, metrics, metricsToken)
  if (dependencies.isWorker) return app
  serveHome(app, baseUrl)
  serveDocs(app, allEndpoints, baseUrl, {
    examples: dependencies.docsExamples ?? null,
    underWay: dependencies.docsUnderWay ?? null,
  })
  servePortalPages(app, dependencies.portal)
  const limitSettings = { rates, ...(uploadsOfMerchant === undefined ? {} : { uploadsOfMerchant }) }
  routes(app, ctx, { ...dependencies, limits: watchLimits(app, limitSettings) })
  return app
}
