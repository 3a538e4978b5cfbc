import { Refusal } from '@goodword/contract/refusal'
import { landingAddress, shareMediumOf, withoutTrailingPunctuation } from '@goodword/domain/hosts/share-link'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../operations/foundation/context.ts'
import { type ClickFate, recordClick } from '../../operations/referring/clicks/record-click.ts'
import type { ClickOutcome, CountClick } from '../../platform/metrics/click-metrics.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import type { RawQuery } from '../requests/query.ts'
import { logFailure } from '../server/log-failure.ts'
import { linkFinder, type WorkingLink } from './share-link-look-up.ts'
import { screenVisit } from './share-link-screening.ts'
import { SHARE_LINKS, sendSharePage } from './share-page.ts'

export type ShareLinkOptions = {
  readonly limits?: Limits
  /** How long a visitor waits for the refresh of a link, and for the click to be recorded. */
  readonly linkTimeoutMs?: number
  readonly clickTimeoutMs?: number
  /** Called with the result of every visit to an active share link. */
  readonly countClick?: CountClick
}

/**
 * `/r/{tenant}/{code}`: records the click and redirects to the program's landing page with the code. A visitor always gets
 * a page, never JSON, and is redirected even if the click cannot be recorded.
 */
export function redirectShareLinks(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits, linkTimeoutMs, clickTimeoutMs, countClick }: ShareLinkOptions = {},
): void {
  const findLink = linkFinder(ctx, limits, linkTimeoutMs)

  app.get<{ Params: { tenantAlias: string; code: string } }>(
    '/r/:tenantAlias/:code',
    { errorHandler: showFailure },
    (request, reply) => follow(request.params.tenantAlias, request.params.code, request, reply),
  )
  // A link that was cut off or got something behind it: a slash alone is no other link.
  app.get<{ Params: { '*': string } }>(
    `${SHARE_LINKS}*`,
    { errorHandler: showFailure },
    async (request, reply) => {
      const [alias = '', code = '', ...more] = withoutTrailingPunctuation(request.params['*']).split('/')
      return more.length > 0 ? sendSharePage(reply, 'unknown') : follow(alias, code, request, reply)
    },
  )

  async function follow(
    alias: string,
    code: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const link = await findLink(alias, withoutTrailingPunctuation(code))
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    if (link.kind === 'not ready') return sendSharePage(reply, 'not ready')
    if (link.kind === 'works') {
      const outcome = await clickOf(link, request)
      countClick?.(outcome)
      return reply.redirect(targetOf(link, request.query as RawQuery), 302)
    }
    if (link.fallbackPage !== null) return reply.redirect(link.fallbackPage, 302)
    return sendSharePage(reply, 'unknown')
  }

  async function clickOf({ tenantId, owner }: WorkingLink, request: FastifyRequest): Promise<ClickOutcome> {
    const { method, headers, ip: address, query, log } = request
    const reason = screenVisit(method, headers) ?? (limits.isFlood(address) ? 'flood' : null)
    if (reason !== null) return { kind: 'screened', reason }
    const { via } = query as RawQuery
    const click = {
      owner,
      via: typeof via === 'string' ? shareMediumOf(via) : null,
      visitor: { address, userAgent: headers['user-agent'] ?? '' },
    }
    return recordClick(ctx, tenantId, click, clickTimeoutMs).then(outcomeOf, (error: unknown) =>
      failed(error, log),
    )
  }
}

function outcomeOf(fate: ClickFate): ClickOutcome {
  return fate === 'recorded' ? { kind: 'recorded' } : { kind: 'lost', reason: fate }
}

/** A defect may lose a click but not the redirect. */
function failed(error: unknown, log: FastifyBaseLogger): ClickOutcome {
  log.error({ err: error }, 'click not recorded')
  return { kind: 'lost', reason: 'failed' }
}

function targetOf({ address, landingPage, code }: WorkingLink, query: RawQuery): string {
  const requested = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' && name.startsWith('utm_') ? [[name, value] as const] : [],
  )
  return requested.length === 0 ? address : landingAddress(landingPage, code, requested)
}

/** Visitors do not see errors; they are in the log. */
function showFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refusal) {
    request.refusal = error
    sendSharePage(reply, 'unknown')
    return
  }
  logFailure(request, error)
  sendSharePage(reply.header('Retry-After', '5'), 'unavailable')
}
