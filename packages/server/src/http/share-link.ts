import { isTenantAlias } from '@goodword/domain/ids'
import { parseReferralCode, type ReferralCode } from '@goodword/domain/referral-code'
import { landingAddress } from '@goodword/domain/share-link'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CodeReading } from '../operations/codes/look-up-codes.ts'
import { overloaded } from '../platform/overloaded.ts'
import { noLimits } from './limits.ts'
import type { RawQuery } from './query.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { SHARE_LINKS, sendSharePage } from './share-page.ts'

/** `/r/{tenant}/{code}`: to the program's landing page with the code. A visitor always gets a page, never JSON. */
export function redirectShareLinks(app: FastifyInstance, it: RouteDependencies): void {
  app.get<{ Params: { tenantAlias: string; code: string } }>(
    '/r/:tenantAlias/:code',
    { errorHandler: showFailure },
    async (request, reply) => {
      const reading = await readingOf(request.params.tenantAlias, request.params.code, it)
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
      const target = reading === null ? null : targetOf(reading, request)
      if (target !== null) return reply.redirect(target, 302)
      const isNotReady = reading !== null && reading.fault === null
      return sendSharePage(reply, isNotReady ? 'not ready' : 'unknown')
    },
  )
  // A link that was cut off or got something behind it.
  app.get(`${SHARE_LINKS}*`, async (_request, reply) => sendSharePage(reply, 'unknown'))
}

async function readingOf(alias: string, text: string, it: RouteDependencies): Promise<CodeReading | null> {
  if (!isTenantAlias(alias)) return null
  const tenant = await it.callers.findTenant(alias)
  // A text that cannot be a code is looked up as one that nobody has: the program's fallback page answers both.
  const code = parseReferralCode(text) ?? NOBODYS_CODE
  if (tenant === null) return null
  const { run } = it.limits ?? noLimits
  return run(tenant.tenantId, 'tracking', () => it.operations.lookUpCode(tenant.tenantId, code))
}

/** One character is too short for any code. */
const NOBODYS_CODE = '-' as ReferralCode

function targetOf(reading: CodeReading, request: FastifyRequest): string | null {
  if (reading.fault !== null) return reading.settings.fallbackPage
  const { landingPage } = reading.settings
  if (landingPage === null) return null
  return landingAddress(landingPage, reading.code.code, requested(request.query as RawQuery))
}

function requested(query: RawQuery): (readonly [string, string])[] {
  return Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
}

/** A visitor cannot read our errors; whoever runs the service finds them in the log. */
function showFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error !== overloaded) request.log.error({ err: error }, 'a share link could not be followed')
  sendSharePage(reply.header('Retry-After', '5'), 'unavailable')
}
