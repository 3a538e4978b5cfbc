import type { FastifyInstance } from 'fastify'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { serveLegacyCookie } from './legacy-cookie-route.ts'
import { serveLegacyExports } from './legacy-export-routes.ts'
import { serveLegacyRewards } from './legacy-reward-routes.ts'
import { servingLegacy } from './legacy-route.ts'
import { serveLegacyUsers } from './legacy-user-routes.ts'
import { serveLegacyWebhooks } from './legacy-webhook-routes.ts'

/**
 * Paths of the service that programs and pages may have been written for before, for programs with `legacyClients`. Each is a
 * translation of requests and answers: a server's call reaches our own operations within the process, with its own key, and a
 * page's call is identified by the rules of `open/identify`.
 */
export function serveLegacyClients(app: FastifyInstance, ctx: Context, limits: Limits): void {
  const serve = servingLegacy(app, ctx, limits)
  serveLegacyUsers(serve, ctx, limits)
  serveLegacyRewards(serve)
  serveLegacyExports(serve)
  serveLegacyWebhooks(serve)
  serveLegacyCookie(serve, ctx, limits)
}
