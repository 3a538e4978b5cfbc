import { Refusal } from '@goodword/contract/frame/refusal'
import type { Apps } from '@goodword/contract/program/apps'
import {
  androidAssetLinks,
  appleAssociation,
  isOnAndroid,
  playStoreAddress,
} from '@goodword/domain/hosts/app-links'
import {
  landingAddress,
  type ShareMedium,
  shareMediumOf,
  withoutTrailingPunctuation,
} from '@goodword/domain/hosts/share-link'
import { readCode } from '@goodword/domain/referrals/typed-code'
import type { TenantId } from '@goodword/domain/values/ids'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClickOutcome, CountClick } from '../../engine/metrics/click-metrics.ts'
import type { Context } from '../../frame/context.ts'
import { type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import type { RawQuery } from '../../frame/http/requests/query.ts'
import { logFailure } from '../../frame/http/server/log-failure.ts'
import { type ClickFate, recordClick } from '../../referring/clicks/record-click.ts'
import { shareLinkAt } from '../../referring/share-links/share-links.ts'
import { settingsFor } from '../widget/widget-page.ts'
import { linkCard } from './link-preview.ts'
import { sendLinkPreview } from './link-preview-page.ts'
import { isPublicVisit } from './public-click.ts'
import { type QrFormat, qrFormats, qrPictures, qrSize } from './qr-picture.ts'
import { linkFinder, type PreviewedLink, previewFinder, type WorkingLink } from './share-link-look-up.ts'
import { isCrawler, screenVisit } from './share-link-screening.ts'
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
 * a page, never JSON, and is redirected even if the click cannot be recorded. A crawler gets what a preview is drawn from.
 */
export function redirectShareLinks(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits, linkTimeoutMs, clickTimeoutMs, countClick }: ShareLinkOptions = {},
): void {
  const findLink = linkFinder(ctx, limits, linkTimeoutMs)
  const findPreview = previewFinder(ctx, limits, linkTimeoutMs)
  const drawQr = qrPictures()

  app.get<{ Params: { tenantAlias: string; code: string } }>(
    '/r/:tenantAlias/:code',
    { errorHandler: showFailure, config: { isServedLate: true } },
    (request, reply) => follow(request.params.tenantAlias, request.params.code, request, reply),
  )
  // The button of the preview, for a person whose browser is taken for a machine. Browsers send a form here, and JSON elsewhere.
  void app.register(async (buttons) => {
    buttons.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: 1 } as const
    buttons.addContentTypeParser('application/x-www-form-urlencoded', form, async () => null)
    buttons.post<{ Params: { tenantAlias: string; code: string } }>(
      '/r/:tenantAlias/:code',
      { errorHandler: showFailure, bodyLimit: 1 },
      (request, reply) => follow(request.params.tenantAlias, request.params.code, request, reply),
    )
  })
  for (const format of qrFormats) {
    app.get<{ Params: { tenantAlias: string; code: string } }>(
      `/r/:tenantAlias/:code/qr.${format}`,
      { errorHandler: showFailure },
      (request, reply) => draw(format, request.params.tenantAlias, request.params.code, request, reply),
    )
  }
  serveAppAssociations(app, ctx, limits, showFailure)
  // A link that was cut off or got something behind it: a slash alone is no other link.
  app.get<{ Params: { '*': string } }>(
    `${SHARE_LINKS}*`,
    { errorHandler: showFailure, config: { isServedLate: true } },
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
    const written = withoutTrailingPunctuation(code)
    // Beyond its limit a crawler is led on like a person, which costs less.
    const isPreviewed = request.method !== 'POST' && isCrawler(request.headers['user-agent'] ?? '')
    if (isPreviewed && written !== '' && !limits.isFlood(request.ip)) {
      const link = await findPreview(alias, written)
      if (link !== null) return preview(link, alias as TenantId, written, request, reply)
    }
    const link = await findLink(alias, written)
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    if (link.kind === 'notReady') return sendSharePage(reply, 'notReady', link)
    if (link.kind === 'works') {
      const outcome = await clickOf(link, request)
      countClick?.(outcome)
      return reply.redirect(targetOf(link, request), 302)
    }
    if (link.fallbackPage !== null) return reply.redirect(link.fallbackPage, 302)
    return sendSharePage(reply, 'unknown', link)
  }

  /** An unknown code gets the preview of its program: the page says no more about a code than the redirect. */
  function preview(
    link: PreviewedLink,
    tenantId: TenantId,
    code: string,
    { headers, query, customDomain }: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    if (link.isActive) countClick?.({ kind: 'screened', reason: 'bot' })
    const language = headers['x-facebook-locale'] ?? headers['accept-language']
    const card = linkCard(link, String(language ?? '').replaceAll('_', '-'))
    const written = readCode(code) ?? encodeURIComponent([...code].slice(0, MAX_WRITTEN).join(''))
    const address = shareLinkAt(ctx, customDomain, tenantId, written)
    const via = mediumIn(query as RawQuery)
    // The medium stays, or a network that opens the address of the preview would lose it; nothing else of the query does.
    return sendLinkPreview(reply, card, via === null ? address : `${address}?via=${via}`)
  }

  /** The QR code of a link, with the address on the host that was asked for. */
  async function draw(
    format: QrFormat,
    alias: string,
    code: string,
    { ip, customDomain, query }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (limits.isFlood(ip)) {
      return sendSharePage(reply.header('Retry-After', '60'), 'unavailable', { status: 429 })
    }
    const link = await findLink(alias, code)
    if (link.kind !== 'works') return sendSharePage(reply, link.kind, link)
    const address = shareLinkAt(ctx, customDomain, link.tenantId, link.code)
    const { size, download } = query as RawQuery
    // Capitals alone take a smaller code; scheme and host mean the same in them.
    const text = customDomain === null ? address : address.toUpperCase()
    const picture = await drawQr(format, text, qrSize(size))
    return sendQrCode(reply, { format, name: link.code, picture, isDownload: download !== undefined })
  }

  async function clickOf(
    { tenantId, owner, couponSites }: WorkingLink,
    request: FastifyRequest,
  ): Promise<ClickOutcome> {
    const { method, headers, ip: address, query, log } = request
    const reason = screenVisit(method, headers) ?? (limits.isFlood(address) ? 'flood' : null)
    if (reason !== null) return { kind: 'screened', reason }
    const click = {
      owner,
      via: mediumIn(query as RawQuery),
      visitor: { address, userAgent: headers['user-agent'] ?? '' },
      isPublic: isPublicVisit(headers, query as RawQuery, couponSites),
    }
    return recordClick(ctx, tenantId, click, clickTimeoutMs).then(outcomeOf, (error: unknown) =>
      failed(error, log),
    )
  }
}

/** The length of the longest code. */
const MAX_WRITTEN = 64

type QrCode = {
  readonly format: QrFormat
  readonly name: string
  readonly picture: Buffer
  readonly isDownload: boolean
}

function sendQrCode(reply: FastifyReply, { format, name, picture, isDownload }: QrCode): FastifyReply {
  return reply
    .header('Cache-Control', 'public, max-age=3600')
    .header('Content-Disposition', `${isDownload ? 'attachment' : 'inline'}; filename="${name}.${format}"`)
    .header('Content-Security-Policy', "default-src 'none'")
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('X-Robots-Tag', 'noindex')
    .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
    .send(picture)
}

function mediumIn({ via }: RawQuery): ShareMedium | null {
  return typeof via === 'string' ? shareMediumOf(via) : null
}

function outcomeOf(fate: ClickFate): ClickOutcome {
  return fate === 'recorded' ? { kind: 'recorded' } : { kind: 'lost', reason: fate }
}

/** A defect may lose a click but not the redirect. */
function failed(error: unknown, log: FastifyBaseLogger): ClickOutcome {
  log.error({ err: error }, 'click not recorded')
  return { kind: 'lost', reason: 'failed' }
}

function targetOf(
  { address, landingPage, code, playStorePackage }: WorkingLink,
  { headers, query }: FastifyRequest,
): string {
  if (playStorePackage !== null && isOnAndroid(headers['user-agent'] ?? '')) {
    return playStoreAddress(playStorePackage, code)
  }
  const requested = Object.entries(query as RawQuery).flatMap(([name, value]) =>
    typeof value === 'string' && name.startsWith('utm_') ? [[name, value] as const] : [],
  )
  return requested.length === 0 ? address : landingAddress(landingPage, code, requested)
}

/** Visitors do not see errors; they are in the log. */
function showFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refusal) {
    request.refusal = error
    if (error.code === 'TOO_MANY_REQUESTS') {
      const held = reply.header('Retry-After', String(error.retryAfterSeconds ?? 1))
      sendSharePage(held, 'unavailable', { status: 429 })
      return
    }
    sendSharePage(reply, 'unknown')
    return
  }
  logFailure(request, error)
  sendSharePage(reply.header('Retry-After', '5'), 'unavailable')
}

type Failure = (error: Error, request: FastifyRequest, reply: FastifyReply) => void

/** The content of each file by its name; null when the program has no app that it is for. */
const files: Readonly<Record<string, (apps: Apps) => object | null>> = {
  'apple-app-site-association': ({ appleAppIds = [] }) =>
    appleAppIds.length === 0 ? null : appleAssociation(appleAppIds),
  'assetlinks.json': ({ androidApps = [] }) =>
    androidApps.length === 0 ? null : androidAssetLinks(androidApps),
}

/**
 * `/.well-known/…` of a custom domain: the files by which iOS and Android open its share links in the merchant's apps. They
 * are for a whole host, so the service's own address, which all programs share, has none.
 */
function serveAppAssociations(
  app: FastifyInstance,
  ctx: Context,
  limits: Limits,
  showFailure: Failure,
): void {
  for (const [name, contentOf] of Object.entries(files)) {
    app.get<{ Params: { tenantAlias: string } }>(
      `/r/:tenantAlias/.well-known/${name}`,
      { errorHandler: showFailure },
      async (request, reply) => {
        const { customDomain, params } = request
        const settings = customDomain === null ? null : await settingsFor(ctx, limits, params.tenantAlias)
        const apps = settings?.apps ?? null
        const content = apps === null ? null : contentOf(apps)
        if (content === null) return sendSharePage(reply, 'unknown')
        return (
          reply
            .header('Cache-Control', 'public, max-age=3600')
            .type('application/json')
            // A text would get a charset, which the type does not have.
            .send(Buffer.from(JSON.stringify(content)))
        )
      },
    )
  }
}
